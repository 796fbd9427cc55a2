//! JSON as serde_json reads it, but for numbers that it would change: 1e-400 is no zero.

use ipc_tax_wire::{LONGEST_QUOTE, abridged, excerpt};
use serde::Deserialize;

/// As many zeros one after another, wherever they begin, fill one of the text's parts of this length,
/// before a number without an exponent is so small that it is read as zero.
const ZEROS: usize = 128;

/// Bytes of what serde_json says that are told: it repeats whole names and texts.
const LONGEST_TOLD: usize = 400;

/// Reads a value.
///
/// # Errors
/// A sentence: text that is no JSON or not of the form, and a number out of the range of float64, by its
/// name, index and text.
pub fn read<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, String> {
    match serde_json::from_slice(text) {
        Ok(value) if !may_underflow(text) => Ok(value),
        Ok(value) => lost(text).map_or(Ok(value), Err),
        Err(error) => {
            let told = error.to_string();
            let is_lost = told.starts_with("number out of range");
            let lost = if is_lost { lost(text) } else { None };
            Err(lost.unwrap_or_else(|| abridged(&told, LONGEST_TOLD).into_owned()))
        }
    }
}

/// Whether some number may be read as zero that is none: it has an exponent or very many zeros.
fn may_underflow(text: &[u8]) -> bool {
    let exponent = |at: usize| at > 0 && text[at - 1].is_ascii_digit();
    memchr::memchr2_iter(b'e', b'E', text).any(exponent)
        || text.chunks_exact(ZEROS).any(|part| part.iter().all(|&byte| byte == b'0'))
}

/// The first number that float64 has none for, in a sentence.
fn lost(text: &[u8]) -> Option<String> {
    let mut name: &[u8] = b"";
    let mut index = 0;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'"' => {
                at = end_of_string(text, at);
                name = &text[start + 1..at.max(start + 2) - 1];
            }
            b'[' => index = 0,
            b',' => index += 1,
            b'-' | b'0'..=b'9' => {
                while text.get(at).is_some_and(|byte| b"0123456789.eE+-".contains(byte)) {
                    at += 1;
                }
                let written = String::from_utf8_lossy(&text[start..at]);
                if is_lost(&written) {
                    let name = String::from_utf8_lossy(name);
                    let name = excerpt(&name, LONGEST_QUOTE);
                    let written = excerpt(&written, LONGEST_QUOTE);
                    return Some(format!(
                        "number out of range: {name}[{index}] is {written}, expected one that float64 has"
                    ));
                }
            }
            _ => {}
        }
    }
    None
}

fn is_lost(written: &str) -> bool {
    let digits = written.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = digits.bytes().all(|digit| !(b'1'..=b'9').contains(&digit));
    written.parse::<f64>().is_ok_and(|value| value.is_infinite() || (value == 0.0 && !is_zero))
}

/// Behind the quote that ends the string whose first character is at `at`, or the end of the text.
fn end_of_string(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct Sweep {
        close: Vec<f64>,
        #[serde(default)]
        #[allow(dead_code)]
        params: Vec<[i64; 6]>,
    }

    fn told(text: &str) -> String {
        super::read::<Sweep>(text.as_bytes()).unwrap_err()
    }

    #[test]
    fn numbers_that_float64_has_none_for_are_named_by_index_and_text() {
        let zeros = "0".repeat(400);
        for (values, expected) in [
            ("1, 1e999", "close[1] is 1e999,"),
            ("-1e999", "close[0] is -1e999,"),
            ("1e-400", "close[0] is 1e-400,"),
            ("0.0, 0, -1E-999", "close[2] is -1E-999,"),
            ("1e400, 1", "close[0] is 1e400,"),
            (&format!("2, 0.{zeros}1"), "close[1] is 0.0000000000"),
            (&format!("1{zeros}"), "close[0] is 10000000"),
        ] {
            let told = told(&format!(r#"{{"close": [{values}]}}"#));
            assert!(told.starts_with("number out of range: "), "{told}");
            assert!(told.contains(expected), "{told}");
            assert!(told.ends_with("expected one that float64 has") && told.len() < 200, "{told}");
        }
        let told = told(r#"{"params": [[1, 1, 1e999, 1, 1, 1]], "close": []}"#);
        assert!(told.contains("params[2] is 1e999"), "{told}");
    }

    #[test]
    fn zeros_and_the_least_and_the_largest_are_read() {
        let zeros = "0".repeat(400);
        for (values, expected) in [
            ("0, -0.0, 0e-999, 0.000E-5", vec![0.0, -0.0, 0.0, 0.0]),
            ("5e-324, 4e-324, 1e-7", vec![5e-324, 5e-324, 1e-7]),
            ("1.7976931348623157e308, 1E5", vec![f64::MAX, 1e5]),
            (&format!("0.{zeros}, 0.{zeros}1e400"), vec![0.0, 0.1]),
        ] {
            let text = format!(r#"{{"1e999\"": "1e-400", "close": [{values}]}}"#);
            let Sweep { close, .. } = super::read(text.as_bytes()).unwrap();
            let bits = |list: &[f64]| list.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&close), bits(&expected), "{values}");
        }
    }

    #[test]
    fn what_is_no_json_is_told_as_it_was() {
        assert!(told(r#"{"close": ["#).starts_with("EOF while parsing"));
        assert!(told(r#"{"close": [1], "close": [2]}"#).starts_with("duplicate field `close`"));
        assert!(told(r#"{"close": [1e999"#).contains("close[0] is 1e999"));
        assert!(
            told(r#"{"close": [1e"#).starts_with("EOF")
                || told(r#"{"close": [1e"#).contains("invalid")
        );
    }
}
