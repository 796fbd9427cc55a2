//! How many float64 the processor works on at once, and the one code for all of them.
//!
//! A [`Routine`] is written once over [`Lane`], a few float64 side by side. [`Lanes::run`] compiles
//! it for each width and calls the one asked for, if this processor has it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;

/// The widths there are. Which of them a processor has is found at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// One float64 at a time: on any processor.
    Scalar,
    /// Two at a time, on every x86-64.
    Sse2,
    /// Four at a time and the fused multiply-add, on x86-64 since 2013.
    Avx2,
    /// Eight at a time, on x86-64 with AVX-512F and AVX-512DQ.
    Avx512,
    /// Two at a time, WebAssembly built with simd128.
    Simd128,
}

impl Lanes {
    /// Every width, narrowest first.
    pub const ALL: [Lanes; 5] =
        [Lanes::Scalar, Lanes::Sse2, Lanes::Simd128, Lanes::Avx2, Lanes::Avx512];

    /// The widest this processor has.
    pub fn widest() -> Lanes {
        Lanes::ALL.into_iter().rfind(|lanes| lanes.available()).unwrap_or(Lanes::Scalar)
    }

    /// Whether this processor, and this build, have it.
    pub fn available(self) -> bool {
        match self {
            Lanes::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Lanes::Sse2 => true,
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 => avx2::detected(),
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx512 => avx512::detected(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Lanes::Simd128 => true,
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }

    /// Runs the routine at this width; on a processor without it, one float64 at a time.
    #[inline]
    pub(crate) fn run<R: Routine>(self, routine: R) -> R::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Lanes::Sse2 => routine.run::<sse2::Sse2>(),
            // SAFETY: the processor has what the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 if avx2::detected() => unsafe { avx2::run(routine) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx512 if avx512::detected() => unsafe { avx512::run(routine) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Lanes::Simd128 => routine.run::<simd128::Simd128>(),
            _ => routine.run::<f64>(),
        }
    }
}

/// A loop over float64, for any width.
pub(crate) trait Routine {
    type Output;

    /// Must be `#[inline(always)]`, and what it calls with a `Lane` too: only so is it compiled
    /// with the instructions of that width.
    fn run<L: Lane>(self) -> Self::Output;
}

/// `COUNT` float64 side by side. One exists only inside a [`Routine`] that [`Lanes::run`] started,
/// so only where the processor has its instructions.
pub(crate) trait Lane: Copy {
    const COUNT: usize;

    /// The same value in every lane.
    fn splat(value: f64) -> Self;

    /// Reads `COUNT` values, at any alignment.
    ///
    /// # Safety
    /// `from` is valid for reading them.
    unsafe fn load(from: *const f64) -> Self;

    /// Reads `COUNT` values from one before `from`, where `here` is what is at `from` and `before` what
    /// is `COUNT` before it: a width may prefer to shift these.
    ///
    /// # Safety
    /// `from - 1` is valid for reading them.
    #[inline(always)]
    unsafe fn one_before(from: *const f64, _here: Self, _before: Self) -> Self {
        // SAFETY: as the caller vouches.
        unsafe { Self::load(from.sub(1)) }
    }

    /// Writes `COUNT` values, at any alignment.
    ///
    /// # Safety
    /// `to` is valid for writing them.
    unsafe fn store(self, to: *mut f64);

    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;

    /// `self * factor + term`, rounded once or twice, whichever is quicker. Not for naive
    /// arithmetic.
    fn mul_add(self, factor: Self, term: Self) -> Self;

    fn abs(self) -> Self;

    /// The smaller magnitude, lane by lane; self has no negative lane, neither has a NaN.
    fn min_magnitude(self, other: Self) -> Self;

    /// Bit k: in lane k, self is under other. False where one is NaN.
    fn less(self, other: Self) -> u64;

    /// Bit k: lane k has its sign bit set.
    fn signs(self) -> u64;
}

/// Implements [`Lane`] for a vector type by naming the function that does each step on it.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! lane {
    (
        $name:ident, $vector:ty, $count:literal,
        $load:path, $store:path, $splat:path,
        $add:path, $sub:path, $mul:path, $div:path, $mul_add:path,
        $abs:path, $min_magnitude:path, $less:path, $signs:path $(,)?
        $(; one_before = $one_before:path)?
    ) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name($vector);

        // SAFETY, for every block here: `Lanes::run` has seen that the processor has the
        // instructions; they work on registers alone. The addresses of `load` and `store` are
        // vouched for by their callers. AVX-512 is compiled where the compiler knows it: see
        // build.rs.
        #[allow(clippy::undocumented_unsafe_blocks, clippy::incompatible_msrv, unused_unsafe)]
        impl super::Lane for $name {
            const COUNT: usize = $count;

            #[inline(always)]
            fn splat(value: f64) -> Self {
                $name(unsafe { $splat(value) })
            }
            #[inline(always)]
            unsafe fn load(from: *const f64) -> Self {
                $name(unsafe { $load(from) })
            }
            $(
                #[inline(always)]
                unsafe fn one_before(_: *const f64, here: Self, before: Self) -> Self {
                    $name(unsafe { $one_before(here.0, before.0) })
                }
            )?
            #[inline(always)]
            unsafe fn store(self, to: *mut f64) {
                unsafe { $store(to, self.0) }
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                $name(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                $name(unsafe { $sub(self.0, other.0) })
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                $name(unsafe { $mul(self.0, other.0) })
            }
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                $name(unsafe { $div(self.0, other.0) })
            }
            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                $name(unsafe { $mul_add(self.0, factor.0, term.0) })
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $name(unsafe { $abs(self.0) })
            }
            #[inline(always)]
            fn min_magnitude(self, other: Self) -> Self {
                $name(unsafe { $min_magnitude(self.0, other.0) })
            }
            #[inline(always)]
            fn less(self, other: Self) -> u64 {
                unsafe { $less(self.0, other.0) as u64 }
            }
            #[inline(always)]
            fn signs(self) -> u64 {
                unsafe { $signs(self.0) as u64 }
            }
        }
    };
}
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
use lane;
