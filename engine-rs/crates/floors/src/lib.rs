//! Native ping-pong floors: the least any boundary of that kind costs.
