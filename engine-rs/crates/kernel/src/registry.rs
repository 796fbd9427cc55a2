//! The kernels there are. A new one is a file and a line here.

use crate::{Direct, Kernel, Lanes, Naive, Tuned, Unchecked};

/// Every kernel, the default first.
pub static KERNELS: &[&dyn Kernel] = &[&Naive, &Unchecked, &Direct::WIDEST, &Tuned::WIDEST];

/// The same at one width, or without something that makes them quick: to measure what that is
/// worth. Found by name, but not in the list. Those the processor has no instructions for are not
/// found.
static STEPS: &[(Lanes, &dyn Kernel)] = &[
    (Lanes::Scalar, &Direct::WIDEST.unshared()),
    (Lanes::Scalar, &Direct::with_lanes(Lanes::Scalar).unshared()),
    (Lanes::Scalar, &Direct::with_lanes(Lanes::Scalar)),
    (Lanes::Sse2, &Direct::with_lanes(Lanes::Sse2)),
    (Lanes::Avx2, &Direct::with_lanes(Lanes::Avx2)),
    (Lanes::Avx512, &Direct::with_lanes(Lanes::Avx512)),
    (Lanes::Simd128, &Direct::with_lanes(Lanes::Simd128)),
    (Lanes::Scalar, &Tuned::with_lanes(Lanes::Scalar)),
    (Lanes::Sse2, &Tuned::with_lanes(Lanes::Sse2)),
    (Lanes::Avx2, &Tuned::with_lanes(Lanes::Avx2)),
    (Lanes::Avx512, &Tuned::with_lanes(Lanes::Avx512)),
    (Lanes::Simd128, &Tuned::with_lanes(Lanes::Simd128)),
];

/// The kernel of that name: one of [`KERNELS`] or one of the steps to it, such as
/// `direct-unshared-scalar` or `tuned-sse2`.
pub fn find(name: &str) -> Option<&'static dyn Kernel> {
    let steps = STEPS.iter().filter(|(lanes, _)| lanes.available()).map(|&(_, kernel)| kernel);
    KERNELS.iter().copied().chain(steps).find(|kernel| kernel.name() == name)
}

/// The names of all kernels.
pub fn names() -> impl Iterator<Item = &'static str> {
    KERNELS.iter().map(|kernel| kernel.name())
}

#[cfg(test)]
mod tests {
    use super::{STEPS, find, names};

    #[test]
    fn kernels_are_found_by_name() {
        for name in names() {
            assert_eq!(find(name).map(|kernel| kernel.name()), Some(name));
        }
        assert!(find("fastest").is_none());
    }

    #[test]
    fn steps_are_found_where_the_processor_has_them() {
        for (lanes, kernel) in STEPS {
            assert_eq!(find(kernel.name()).is_some(), lanes.available(), "{}", kernel.name());
        }
        assert!(find("direct-unshared-scalar").is_some() && find("tuned-scalar").is_some());
    }
}
