//! The engine behind a ZeroMQ ROUTER.
