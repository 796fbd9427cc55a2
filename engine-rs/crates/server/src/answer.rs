//! From a whole frame to its whole reply.

use std::cell::OnceCell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ipc_tax_kernel::Cancelled;
use ipc_tax_wire::frame::LENGTH_BYTES;
use ipc_tax_wire::{ErrorCode, Request, WireError, parse, parse_in_place, reply};

use crate::clock::{self, Times};
use crate::commands::{echo, in_place, info, live, series, sweep, timing};
use crate::engine::Engine;
use crate::holdings::{Holdings, Series};
use crate::segments::Segments;

/// Where the reply to a request is.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// In the reply buffer.
    Reply,
    /// An error, in the reply buffer.
    Error,
    /// In these bytes of the request's frame.
    InFrame(Range<usize>),
}

/// Why a command has no reply of its own.
pub enum Stop {
    /// It is answered with an error.
    Error(WireError),
    /// The peer went away; there is nobody to answer.
    PeerGone,
}

impl From<WireError> for Stop {
    fn from(error: WireError) -> Self {
        Stop::Error(error)
    }
}

impl From<Cancelled> for Stop {
    fn from(_: Cancelled) -> Self {
        Stop::PeerGone
    }
}

/// One connection's side of the protocol, whatever its bytes come over.
pub struct Answerer {
    pub engine: Arc<Engine>,
    pub held: Holdings,
    /// Times of the request before.
    pub before: Times,
    /// Floats that arrived unaligned are copied here.
    pub copy: Vec<f64>,
    /// Where the client shares memory beside its frames.
    pub segments: Option<Segments>,
}

impl Answerer {
    pub fn new(engine: Arc<Engine>) -> Self {
        let held = Holdings::new(Arc::clone(&engine.series_bytes));
        Answerer { engine, held, before: Times::default(), copy: Vec::new(), segments: None }
    }

    /// Answers the request in `frame`. `gone` tells whether the peer went away; `None` is returned
    /// if it did. A panic is answered with an error, and ends nothing but its request.
    pub fn answer(
        &mut self,
        frame: &mut [u8],
        out: &mut Vec<u8>,
        times: &mut Times,
        gone: &(dyn Fn() -> bool + Sync),
    ) -> Option<Answer> {
        let carry_out = || self.carry_out(frame, out, times, gone);
        let stop = match catch_unwind(AssertUnwindSafe(carry_out)) {
            Ok(Ok(answer)) => return Some(answer),
            Ok(Err(Stop::PeerGone)) => return None,
            Ok(Err(Stop::Error(error))) => error,
            Err(_) => WireError::new(
                ErrorCode::Internal,
                "engine: got a panic while it carried out the request, expected none; \
                 its log tells where",
            ),
        };
        reply::error(out, &stop);
        Some(Answer::Error)
    }

    fn carry_out(
        &mut self,
        frame: &mut [u8],
        out: &mut Vec<u8>,
        times: &mut Times,
        gone: &(dyn Fn() -> bool + Sync),
    ) -> Result<Answer, Stop> {
        if self.segments.is_some() && in_place::is_in_place(frame) {
            return self.carry_out_in_place(&frame[LENGTH_BYTES..], out, times, gone);
        }
        let request = parse(&frame[LENGTH_BYTES..], &self.engine.limits, &self.held)?;
        if let Request::Echo { .. } = request {
            return Ok(Answer::InFrame(echo::echo(frame)));
        }
        times.parsed = clock::now();
        match request {
            Request::Load { close } => {
                let close = series::copied(close);
                series::load(&mut self.held, close, times, out)?;
            }
            request => self.compute(request, out, times, gone)?,
        }
        Ok(Answer::Reply)
    }

    /// A request about memory that both sides share.
    fn carry_out_in_place(
        &mut self,
        body: &[u8],
        out: &mut Vec<u8>,
        times: &mut Times,
        gone: &(dyn Fn() -> bool + Sync),
    ) -> Result<Answer, Stop> {
        let Answerer { engine, held, segments: Some(segments), .. } = self else {
            unreachable!("asked only where there are segments");
        };
        if let Some(done) = in_place::segment_command(body, segments, &engine.limits, out) {
            times.parsed = clock::now();
            times.computed = times.parsed;
            return Ok(done.map(|()| Answer::Reply)?);
        }
        let floats = OnceCell::new();
        let find = |reference, bytes| {
            let found = segments.find(reference, bytes)?;
            Ok(floats.get_or_init(|| found).bytes())
        };
        let request = parse_in_place(body, &engine.limits, held, &find)?;
        if let Request::Echo { .. } = request {
            in_place::echo(body, out);
            return Ok(Answer::Reply);
        }
        times.parsed = clock::now();
        match request {
            Request::Load { .. } => {
                let close = floats.get().cloned().map_or(Series::Own(Vec::new()), Series::Mapped);
                series::load(held, close, times, out)?;
            }
            request => self.compute(request, out, times, gone)?,
        }
        Ok(Answer::Reply)
    }

    /// What is answered from the reply buffer, wherever its floats are.
    fn compute(
        &mut self,
        request: Request<'_>,
        out: &mut Vec<u8>,
        times: &mut Times,
        gone: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), Stop> {
        match request {
            Request::Sweep { close, combos } => {
                let close = close.slice(&mut self.copy);
                sweep::sweep(&self.engine, close, combos, gone, times, out)?;
            }
            Request::SweepLoaded { series, combos } => {
                let close = self.held.series(series).unwrap_or_default();
                sweep::sweep(&self.engine, close, combos, gone, times, out)?;
            }
            Request::Drop { series } => series::drop(&mut self.held, series, times, out),
            Request::OpenLive { combo } => {
                live::open(&self.engine, &mut self.held, &combo, times, out)?;
            }
            Request::Tick { session, close } => {
                live::tick(&mut self.held, session, close, gone, times, out)?;
            }
            Request::CloseLive { session } => live::close(&mut self.held, session, times, out),
            Request::Info => info::info(&self.engine, out)?,
            Request::Timing => timing::timing(&self.before, out),
            Request::Echo { .. } | Request::Load { .. } => {
                unreachable!("answered where it is known how their floats came")
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ipc_tax_kernel::{Cancelled, Kernel, Sweep, SweepResult};
    use ipc_tax_wire::{ErrorCode, encode, reply};

    use super::{Answer, Answerer};
    use crate::clock::Times;
    use crate::engine::Engine;
    use crate::options::Settings;

    struct Panics;

    impl Kernel for Panics {
        fn name(&self) -> &'static str {
            "panics"
        }

        fn sweep(&self, _: &Sweep<'_>) -> Result<SweepResult, Cancelled> {
            panic!("a kernel with a fault, as this test wants it")
        }
    }

    #[test]
    fn a_panic_is_answered_and_the_connection_goes_on() {
        let engine = Engine::new(&Settings { kernel: &Panics, ..Settings::default() });
        let mut answerer = Answerer::new(engine.into());
        let mut out = Vec::new();
        let mut answer = |mut frame: Vec<u8>, out: &mut Vec<u8>| {
            answerer.answer(&mut frame, out, &mut Times::complete_now(), &|| false)
        };
        assert_eq!(answer(encode::load(&[1.0]), &mut out), Some(Answer::Reply));
        for _ in 0..2 {
            let combo = [1, 1, 1, 1, 1, 1];
            let answered = answer(encode::sweep_loaded(1, &[combo]), &mut out);
            assert_eq!(answered, Some(Answer::Error));
            let (error, _) = reply::read(&out).unwrap();
            assert_eq!(error.unwrap_err().code, ErrorCode::Internal);
        }
        assert_eq!(answer(encode::drop_series(1), &mut out), Some(Answer::Reply));
    }
}
