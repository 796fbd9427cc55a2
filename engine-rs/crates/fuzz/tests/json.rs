//! Any bytes as a JSON body: refused, or a frame that an engine takes whole; and what comes back can be said.

use bolero::{TypeGenerator, check};
use ipc_tax_fuzz::{CASES, Combo, Series, limits};
use ipc_tax_http::translate::{frame_of, text_of};
use ipc_tax_server::Sessions;
use ipc_tax_server::options::Settings;
use ipc_tax_wire::frame::LENGTH_BYTES;
use ipc_tax_wire::{ErrorCode, Opcode, encode, reply};

/// A text that is nearly JSON of one of the paths.
#[derive(Clone, Debug, TypeGenerator)]
struct Text {
    close: Series,
    params: Vec<Combo>,
    form: u8,
    /// Where a byte is put in place of another.
    twist: Option<(u16, u8)>,
    end: Option<u16>,
}

impl Text {
    fn bytes(&self) -> Vec<u8> {
        let close = self.close.floats().iter().map(|float| float.to_string()).collect::<Vec<_>>();
        let close = format!("[{}]", close.join(","));
        let params = self.params.iter().map(Combo::lengths).collect::<Vec<_>>();
        let text = match self.form % 6 {
            0 => format!(r#"{{"floats": {close}}}"#),
            1 => format!(r#"{{"close": {close}, "params": {params:?}}}"#),
            2 => format!(r#"{{"close": {close}}}"#),
            3 => format!(r#"{{"params": {params:?}}}"#),
            4 => format!(r#"{{"params": {:?}}}"#, params.first()),
            _ => "{}".to_owned(),
        };
        let mut bytes = text.into_bytes();
        if let Some((at, byte)) = self.twist {
            let at = usize::from(at) % bytes.len();
            bytes[at] = byte;
        }
        bytes.truncate(self.end.map_or(bytes.len(), usize::from));
        bytes
    }
}

#[test]
fn bytes() {
    check!(name = "json/bytes")
        .with_iterations(CASES)
        .with_type::<(u8, u32, Vec<u8>)>()
        .for_each(|(opcode, id, body)| translated(*opcode, *id, body));
}

#[test]
fn nearly_right() {
    check!(name = "json/nearly_right")
        .with_iterations(CASES)
        .with_type::<(u8, u8, Text)>()
        .for_each(|(opcode, id, text)| translated(*opcode, (*id % 3).into(), &text.bytes()));
}

fn translated(opcode: u8, id: u32, body: &[u8]) {
    let Some(opcode) = Opcode::from_byte(opcode % 10) else { return };
    let limits = limits();
    let frame = match frame_of(opcode, id, body, &limits) {
        Ok(frame) => frame,
        Err(refusal) => {
            assert!(
                matches!(refusal.code, ErrorCode::Malformed | ErrorCode::TooLarge),
                "{refusal}"
            );
            assert!(!refusal.message.is_empty());
            return;
        }
    };
    assert_eq!(frame[..LENGTH_BYTES], (frame.len() as u32 - 4).to_le_bytes());
    assert!(frame.len() - LENGTH_BYTES <= limits.frame_bytes as usize);
    assert_eq!(frame[LENGTH_BYTES], opcode as u8);

    let sessions = Sessions::new(&Settings { limits, ..Settings::default() });
    let mut session = sessions.open().ok().unwrap();
    for prepared in [encode::load(&[1.0, 2.0]), encode::open_live(&[1; 6])] {
        session.answer(prepared, &|| false).unwrap();
    }
    let answer = session.answer(frame, &|| false).unwrap();
    let (answered, _) = reply::read(&answer).unwrap();
    if let Err(refusal) = answered {
        // What was malformed was refused as JSON.
        assert_ne!(refusal.code, ErrorCode::Malformed, "{refusal}");
        return;
    }
    match text_of(opcode, &answer) {
        Ok(text) => drop(serde_json::from_slice::<serde_json::Value>(&text).expect("JSON")),
        Err(lost) => assert!(lost.message.contains("JSON has no number for"), "{lost}"),
    }
}
