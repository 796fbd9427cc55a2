//! What crosses as JSON, and what JSON can't carry.

use ipc_tax_kernel::{SweepResult, Windows};
use ipc_tax_wire::Limits;
use serde::{Deserialize, Serialize};

/// `{"close": [101.5, ...], "params": [[3, 6, 2, 1, 2, 3], ...]}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepRequest {
    /// Closing prices, one a bar.
    pub close: Vec<f64>,
    /// Six window lengths a combo: half, full, sqrt, p/3, p/2, p.
    pub params: Vec<[i64; 6]>,
}

/// `{"pnl": [...], "trades": [...]}`, one entry a combo each.
#[derive(Serialize)]
pub struct SweepReply<'a> {
    pnl: &'a [f64],
    trades: &'a [i64],
}

/// `{"error": "field: got this, expected that"}`
#[derive(Serialize)]
pub struct ErrorReply<'a> {
    /// For people.
    pub error: &'a str,
}

/// Parses a request and checks it against the protocol's limits; the error is one sentence.
pub fn parse(body: &[u8], limits: &Limits) -> Result<(Vec<f64>, Vec<Windows>), String> {
    let SweepRequest { close, params } =
        serde_json::from_slice(body).map_err(|error| format!("body: {error}"))?;
    let over = |field: &str, got: usize, limit: u32| -> Result<(), String> {
        match u32::try_from(got) {
            Ok(count) if count <= limit => Ok(()),
            _ => Err(format!("{field}: got {got}, expected at most {limit}")),
        }
    };
    over("bars", close.len(), limits.bars)?;
    over("combos", params.len(), limits.combos)?;
    let combos = params.iter().enumerate().map(|(k, lengths)| windows(k, lengths, limits.window));
    Ok((close, combos.collect::<Result<_, _>>()?))
}

fn windows(k: usize, lengths: &[i64; 6], longest: u32) -> Result<Windows, String> {
    let mut checked = [0; 6];
    for (j, (to, &from)) in checked.iter_mut().zip(lengths).enumerate() {
        *to = usize::try_from(from)
            .ok()
            .filter(|&length| (1..=longest as usize).contains(&length))
            .ok_or_else(|| {
                format!("params[{k}][{j}]: got {from}, expected a window of 1 to {longest} bars")
            })?;
    }
    Windows::from_lengths(checked).ok_or_else(|| format!("params[{k}]: got 0"))
}

/// Writes a reply.
///
/// # Errors
/// A sentence naming the first PnL that JSON has no number for: serde_json would write null.
pub fn write(result: &SweepResult) -> Result<Vec<u8>, String> {
    if let Some((k, pnl)) = result.pnl.iter().enumerate().find(|(_, pnl)| !pnl.is_finite()) {
        return Err(format!("pnl[{k}] is {pnl}, which JSON has no number for"));
    }
    let reply = SweepReply { pnl: &result.pnl, trades: &result.trades };
    serde_json::to_vec(&reply).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use ipc_tax_kernel::SweepResult;
    use ipc_tax_wire::Limits;

    #[test]
    fn seventeen_digits_come_back_bit_for_bit() {
        // The last of these is one that serde_json's quick parser misreads.
        for close in [100.0, 0.1, 5e-324, f64::MAX, -0.0, 100.040_278_103_209_29] {
            let body = format!(r#"{{"close": [{close:?}], "params": []}}"#);
            let (parsed, _) = super::parse(body.as_bytes(), &Limits::default()).unwrap();
            assert_eq!(parsed[0].to_bits(), close.to_bits(), "{close:?}");
        }
    }

    #[test]
    fn faults_are_named() {
        let limits = Limits { bars: 2, combos: 1, window: 9, ..Limits::default() };
        for (body, expected) in [
            (r#"{"close": [1, 2, 3], "params": []}"#, "bars: got 3, expected at most 2"),
            (
                r#"{"close": [], "params": [[1,1,1,1,1,1],[1,1,1,1,1,1]]}"#,
                "combos: got 2, expected at most 1",
            ),
            (
                r#"{"close": [], "params": [[1,1,1,10,1,1]]}"#,
                "params[0][3]: got 10, expected a window of 1 to 9 bars",
            ),
            (
                r#"{"close": [], "params": [[0,1,1,1,1,1]]}"#,
                "params[0][0]: got 0, expected a window of 1 to 9 bars",
            ),
            (r#"{"close": [null], "params": []}"#, "body: invalid type: null, expected f64"),
            (r#"{"close": [1e999], "params": []}"#, "body: number out of range"),
            (r#"{"close": []}"#, "body: missing field `params`"),
            (r#"{"close": [], "params": [], "fee": 1}"#, "body: unknown field `fee`"),
        ] {
            let error = super::parse(body.as_bytes(), &limits).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_pnl_that_json_can_not_carry_is_refused() {
        let result = SweepResult { pnl: vec![1.0, f64::NAN], trades: vec![1, 1] };
        assert_eq!(
            super::write(&result).unwrap_err(),
            "pnl[1] is NaN, which JSON has no number for"
        );
    }
}
