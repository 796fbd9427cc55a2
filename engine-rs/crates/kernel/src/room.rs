//! Memory for as many values as a request names.

/// Makes room for `more` values.
///
/// # Panics
/// When there is none. The standard library would end the process, and every other connection with it; a panic
/// ends one request.
pub(crate) fn reserve(values: &mut Vec<f64>, more: usize) {
    if values.try_reserve(more).is_err() {
        panic!("no memory for {more} values");
    }
}

/// An empty array with room for `bars` values.
///
/// # Panics
/// As [`reserve`].
pub(crate) fn array(bars: usize) -> Vec<f64> {
    let mut values = Vec::new();
    reserve(&mut values, bars);
    values
}

#[cfg(test)]
mod tests {
    use super::{array, reserve};

    #[test]
    fn no_memory_is_a_panic_not_the_end_of_the_process() {
        let more_than_there_is = isize::MAX as usize / 8;
        assert!(std::panic::catch_unwind(|| array(more_than_there_is)).is_err());
        let mut values = array(3);
        assert!(values.capacity() >= 3);
        reserve(&mut values, 100);
        assert!(values.capacity() >= 100);
    }
}
