//! The kernels there are. A new one is a file and a line here.

use crate::{Kernel, Naive, Unchecked};

/// Every kernel, the default first.
pub static KERNELS: &[&dyn Kernel] = &[&Naive, &Unchecked];

/// The kernel of that name.
pub fn find(name: &str) -> Option<&'static dyn Kernel> {
    KERNELS.iter().copied().find(|kernel| kernel.name() == name)
}

/// The names of all kernels.
pub fn names() -> impl Iterator<Item = &'static str> {
    KERNELS.iter().map(|kernel| kernel.name())
}

#[cfg(test)]
mod tests {
    #[test]
    fn kernels_are_found_by_name() {
        for name in super::names() {
            assert_eq!(super::find(name).map(|kernel| kernel.name()), Some(name));
        }
        assert!(super::find("fastest").is_none());
    }
}
