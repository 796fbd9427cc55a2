//! What of others' text is repeated in a message.

use std::borrow::Cow;
use std::fmt::Write;

/// Longest text of another's that is repeated in a message, in bytes.
pub const LONGEST_QUOTE: usize = 80;

/// `text` as a message repeats it: control characters, which would change a terminal, by their
/// codes, but for line ends and tabs; and cut between two characters where that would take more than
/// `longest` bytes. Then it tells how long it was.
pub fn excerpt(text: &str, longest: usize) -> Cow<'_, str> {
    if text.len() <= longest && !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    let tail = format!("... ({} bytes)", text.len());
    let room = longest.saturating_sub(tail.len());
    // Where the last character ends that leaves room for the tail.
    let mut end = 0;
    for character in text.chars() {
        if is_hidden(character) {
            let _ = write!(shown, "{}", character.escape_unicode());
        } else {
            shown.push(character);
        }
        if shown.len() <= room {
            end = shown.len();
        }
        if shown.len() > longest {
            shown.truncate(end);
            shown.push_str(&tail);
            break;
        }
    }
    Cow::Owned(shown)
}

/// A sentence of another's that repeats what it was given, as a message repeats it: of one over `longest`
/// bytes the beginning and the end, which tells what was expected.
pub fn abridged(text: &str, longest: usize) -> Cow<'_, str> {
    if text.len() <= longest {
        return excerpt(text, longest);
    }
    let half = longest / 2;
    let begin = &text[..text.floor_char_boundary(half)];
    let end = &text[text.ceil_char_boundary(text.len() - half)..];
    // A code takes six bytes.
    let [begin, end] = [begin, end].map(|part| excerpt(part, 6 * longest));
    Cow::Owned(format!("{begin}... ({} bytes) ...{end}", text.len()))
}

fn is_hidden(character: char) -> bool {
    character.is_control() && character != '\n' && character != '\t'
}

#[cfg(test)]
mod tests {
    use super::{abridged, excerpt};

    #[test]
    fn short_text_is_as_it_is() {
        for text in ["", "naive", "two\nlines\tand é", &"a".repeat(80)] {
            assert_eq!(excerpt(text, 80), text);
        }
    }

    #[test]
    fn long_text_is_cut_between_characters_and_told_by_its_length() {
        for (text, begins, tells) in [
            ("a".repeat(8 << 20), "aaaa", "a... (8388608 bytes)"),
            ("é".repeat(100), "éé", "é... (200 bytes)"),
            ("😀".repeat(100), "😀😀", "😀... (400 bytes)"),
            ("\u{1b}".repeat(100), "\\u{1b}\\u{1b}", "\\u{1b}... (100 bytes)"),
        ] {
            let shown = excerpt(&text, 80);
            assert!(shown.len() <= 80, "{shown}");
            assert!(shown.starts_with(begins) && shown.ends_with(tells), "{shown}");
        }
        assert_eq!(excerpt(&"b".repeat(81), 80), format!("{}... (81 bytes)", "b".repeat(66)));
    }

    #[test]
    fn of_a_long_sentence_the_end_is_told_too() {
        let sentence = format!("unknown field `{}é`, expected `close`", "é".repeat(1 << 20));
        let shown = abridged(&sentence, 60);
        assert!(shown.starts_with("unknown field `é"), "{shown}");
        assert!(shown.ends_with("é`, expected `close`") && shown.len() < 100, "{shown}");
        assert!(shown.contains(&format!("é... ({} bytes) ...é", sentence.len())), "{shown}");
        assert_eq!(abridged("unknown field `fee`", 60), "unknown field `fee`");
        assert!(!abridged(&"\u{1b}".repeat(100), 60).contains('\u{1b}'));
    }

    #[test]
    fn control_characters_are_shown_by_their_codes() {
        assert_eq!(excerpt("\u{1b}[2J", 80), "\\u{1b}[2J");
        assert_eq!(excerpt("a\0b\r\u{9b}31m", 80), "a\\u{0}b\\u{d}\\u{9b}31m");
    }
}
