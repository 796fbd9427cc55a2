//! The hot loops: HMA3 - HMA of one combo over a block of bars.

use super::filter::{Form, Sparse};
use crate::lanes::{Lane, Routine};

/// T of length n on the fourfold sum: n*P4 - (n+1)*P4 one bar ago + P4 n+1 bars ago, from value
/// `from` to value `to`, rounded up to whole vectors.
pub(super) struct Smoothing<'a> {
    pub(super) p4: &'a [f64],
    pub(super) n: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) smoothed: &'a mut [f64],
}

impl Routine for Smoothing<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Smoothing { p4, n, from, to, smoothed } = self;
        assert!(from > n && from >= L::COUNT);
        assert!(to + L::COUNT <= p4.len() && p4.len() <= smoothed.len());
        let (of_now, of_before) = (L::splat(n as f64), L::splat(-((n + 1) as f64)));
        // SAFETY: from >= COUNT, and from <= the length.
        let mut before = unsafe { L::load(p4.as_ptr().add(from - L::COUNT)) };
        for i in (from..to).step_by(L::COUNT) {
            // SAFETY: i - 1 - n >= from - 1 - n >= 0; i + COUNT < to + COUNT <= the length of both.
            unsafe {
                let p4 = p4.as_ptr().add(i);
                let now = L::load(p4);
                let last = L::load(p4.sub(n + 1));
                let sum = of_before.mul_add(L::one_before(p4, now, before), last);
                of_now.mul_add(now, sum).store(smoothed.as_mut_ptr().add(i));
                before = now;
            }
        }
    }
}

/// What the filter is applied to. The block's first bar is at `start`; there are `PADDING` values
/// after its last.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    /// The centred close.
    pub(super) x: &'a [f64],
    /// T of sqrt.
    pub(super) on_sqrt: &'a [f64],
    /// T of p.
    pub(super) on_p: &'a [f64],
    pub(super) start: usize,
}

/// Signs of the differences, in words of 64 bars: bit k of `up[w]` is set where that of bar 64w + k
/// is above the bound, of `down[w]` where it is below minus the bound. True if all bars are one or
/// the other.
pub(super) struct Signs<'a> {
    pub(super) form: &'a Form,
    pub(super) source: Source<'a>,
    pub(super) bound: f64,
    pub(super) up: &'a mut [u64],
    pub(super) down: &'a mut [u64],
}

impl Routine for Signs<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lane>(self) -> bool {
        let Signs { form, source, bound, up, down } = self;
        match form {
            Form::Short(taps) => {
                signs::<L, _>(Short::new(taps, source, down.len()), bound, up, down)
            }
            Form::Sparse(sparse) => {
                signs::<L, _>(Taps::<L>::new(sparse, source, down.len()), bound, up, down)
            }
        }
    }
}

/// The differences themselves, of whole words of 64 bars.
pub(super) struct Differences<'a> {
    pub(super) form: &'a Form,
    pub(super) source: Source<'a>,
    pub(super) differences: &'a mut [f64],
}

impl Routine for Differences<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Differences { form, source, differences } = self;
        let words = differences.len() / 64;
        match form {
            Form::Short(taps) => write::<L, _>(Short::new(taps, source, words), differences),
            Form::Sparse(sparse) => {
                write::<L, _>(Taps::<L>::new(sparse, source, words), differences)
            }
        }
    }
}

/// A filter that is ready to be applied at any of the block's bars.
trait Apply<L: Lane>: Copy {
    /// The differences of `COUNT` bars from `bar` of the block.
    ///
    /// # Safety
    /// Those bars are in the words it was made for.
    unsafe fn at(self, bar: usize) -> L;
}

#[derive(Clone, Copy)]
struct Short<'a> {
    taps: &'a [f64],
    x: *const f64,
}

impl<'a> Short<'a> {
    #[inline(always)]
    fn new(taps: &'a [f64], source: Source<'_>, words: usize) -> Self {
        assert!(source.start >= taps.len() && source.x.len() >= source.start + 64 * words);
        Short { taps, x: source.x[source.start..].as_ptr() }
    }
}

impl<L: Lane> Apply<L> for Short<'_> {
    #[inline(always)]
    unsafe fn at(self, bar: usize) -> L {
        let mut difference = L::splat(0.0);
        for (ago, &tap) in self.taps.iter().enumerate() {
            // SAFETY: `new` has seen that the bars, and as many before as there are taps, are
            // there.
            let x = unsafe { L::load(self.x.add(bar).sub(ago)) };
            difference = L::splat(tap).mul_add(x, difference);
        }
        difference
    }
}

#[derive(Clone, Copy)]
struct Taps<L> {
    on_sqrt: [(*const f64, L); 4],
    on_p: [(*const f64, L); 5],
}

impl<L: Lane> Taps<L> {
    #[inline(always)]
    fn new(sparse: &Sparse, source: Source<'_>, words: usize) -> Self {
        let Source { on_sqrt, on_p, start, .. } = source;
        assert!(on_sqrt.len() >= start + 64 * words && on_p.len() >= start + 64 * words);
        assert!(start >= L::COUNT && sparse.on_sqrt[1].ago == 1 && sparse.on_p[1].ago == 1);
        Taps {
            on_sqrt: sparse.on_sqrt.map(|tap| {
                assert!(tap.ago <= start);
                (on_sqrt[start - tap.ago..].as_ptr(), L::splat(tap.factor))
            }),
            on_p: sparse.on_p.map(|tap| {
                assert!(tap.ago <= start);
                (on_p[start - tap.ago..].as_ptr(), L::splat(tap.factor))
            }),
        }
    }
}

impl<L: Lane> Apply<L> for Taps<L> {
    #[inline(always)]
    unsafe fn at(self, bar: usize) -> L {
        // SAFETY: `new` has seen that the bars are there for each tap.
        unsafe {
            let mut hma = now_and_before(self.on_sqrt[0], self.on_sqrt[1], bar);
            for (from, factor) in &self.on_sqrt[2..] {
                hma = factor.mul_add(L::load(from.add(bar)), hma);
            }
            let mut hma3 = now_and_before(self.on_p[0], self.on_p[1], bar);
            for (from, factor) in &self.on_p[2..] {
                hma3 = factor.mul_add(L::load(from.add(bar)), hma3);
            }
            hma.add(hma3)
        }
    }
}

/// The taps on a bar and on the bar before.
///
/// # Safety
/// The values of those bars, and `COUNT` before them, are there.
#[inline(always)]
unsafe fn now_and_before<L: Lane>(now: (*const f64, L), before: (*const f64, L), bar: usize) -> L {
    // SAFETY: as the caller vouches.
    unsafe {
        let from = now.0.add(bar);
        let here = L::load(from);
        let one_before = L::one_before(from, here, L::load(from.sub(L::COUNT)));
        before.1.mul_add(one_before, now.1.mul(here))
    }
}

#[inline(always)]
fn signs<L: Lane, A: Apply<L>>(filter: A, bound: f64, up: &mut [u64], down: &mut [u64]) -> bool {
    let bound = L::splat(bound);
    let all = u64::MAX >> (64 - L::COUNT);
    let mut all_sure = true;
    for (word, (up, down)) in up.iter_mut().zip(down).enumerate() {
        let mut signs = 0;
        let mut smallest = L::splat(f64::INFINITY);
        // From the last bar to the first, so that each step shifts what is there: the compiler
        // would make more work of shifts by different distances.
        for k in (0..64).step_by(L::COUNT).rev() {
            // SAFETY: the filter was made for as many words as `down` has.
            let difference = unsafe { filter.at(64 * word + k) };
            signs = signs << (L::COUNT % 64) | difference.signs();
            smallest = smallest.min_magnitude(difference);
        }
        (*up, *down) = (!signs, signs);
        if bound.less(smallest) != all {
            let mut sure = 0;
            for k in (0..64).step_by(L::COUNT) {
                // SAFETY: as above.
                let difference = unsafe { filter.at(64 * word + k) };
                sure |= bound.less(difference.abs()) << k;
            }
            (*up, *down) = (*up & sure, *down & sure);
            all_sure = false;
        }
    }
    all_sure
}

#[inline(always)]
fn write<L: Lane, A: Apply<L>>(filter: A, differences: &mut [f64]) {
    for k in (0..differences.len() / 64 * 64).step_by(L::COUNT) {
        // SAFETY: the filter was made for as many words as there are differences, and k + COUNT is
        // at most their number.
        unsafe { filter.at(k).store(differences.as_mut_ptr().add(k)) };
    }
}
