//! The engine behind gRPC, unary and streaming.
