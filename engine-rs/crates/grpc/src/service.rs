//! The calls of one connection.

use std::pin::Pin;
use std::sync::Arc;

use futures_util::stream::{Stream, unfold};
use ipc_tax_http::carrier::{Caller, Drain};
use ipc_tax_server::{Reply as ReplyFrame, Session};
use ipc_tax_wire::{ErrorCode, WireError, reply as frames};
use tonic::{Request, Response, Status, Streaming};

use crate::messages::answer;
use crate::proto::engine_server::Engine;
use crate::proto::reply::Answer;
use crate::proto::request::Ask;
use crate::proto::{
    CloseLiveReply, CloseLiveRequest, DropReply, DropRequest, EchoReply, EchoRequest, Error,
    InfoReply, InfoRequest, LoadReply, LoadRequest, OpenLiveReply, OpenLiveRequest, Reply,
    Request as Talk, SweepLoadedRequest, SweepReply, SweepRequest, TickReply, TickRequest,
    TimingReply, TimingRequest,
};
use crate::status;

/// A connection, as its calls see it.
#[derive(Clone)]
pub struct Service {
    /// Its session, or what is answered to whatever it asks.
    pub caller: Result<Caller, Arc<ReplyFrame>>,
    /// Tells when streams end after the request they are at.
    pub drain: Drain,
}

impl Service {
    /// Carries out a request: its answer, or the error that it is refused with. `None` when the sender
    /// is gone.
    async fn ask(&self, ask: Ask) -> Option<Result<Answer, WireError>> {
        let caller = match &self.caller {
            Ok(caller) => caller,
            Err(busy) => return frames::read(busy).and_then(|(body, _)| body.err()).map(Err),
        };
        let complete = ipc_tax_server::now();
        let work = ask.work();
        let noting = caller.clone();
        let carry_out = move |session: &mut Session, gone: &(dyn Fn() -> bool + Sync)| {
            let frame = match ask.frame(&noting.limits) {
                Ok(frame) => frame,
                Err(refused) => return Some(Err(refused)),
            };
            noting.note(&frame);
            let opcode = ask.opcode();
            let reply = session.answer_since(complete, frame, gone)?;
            let answered = answer(opcode, &reply);
            session.translated();
            Some(answered)
        };
        caller.ask(work, carry_out).await.flatten()
    }
}

/// A call: its request among those of the stream, and its reply among the answers.
macro_rules! call {
    ($service:ident, $request:ident, $ask:ident, $answer:ident) => {
        match $service.ask(Ask::$ask($request.into_inner())).await.ok_or_else(status::gone)? {
            Ok(Answer::$answer(reply)) => Ok(Response::new(reply)),
            Ok(_) => Err(status::of_error(&WireError::new(
                ErrorCode::Internal,
                "reply: got another request's, expected this one's",
            ))),
            Err(error) => Err(status::of_error(&error)),
        }
    };
}

type Replies = Pin<Box<dyn Stream<Item = Result<Reply, Status>> + Send>>;

#[tonic::async_trait]
impl Engine for Service {
    async fn sweep(&self, request: Request<SweepRequest>) -> Result<Response<SweepReply>, Status> {
        call!(self, request, Sweep, Sweep)
    }

    async fn echo(&self, request: Request<EchoRequest>) -> Result<Response<EchoReply>, Status> {
        call!(self, request, Echo, Echo)
    }

    async fn load(&self, request: Request<LoadRequest>) -> Result<Response<LoadReply>, Status> {
        call!(self, request, Load, Load)
    }

    async fn sweep_loaded(
        &self,
        request: Request<SweepLoadedRequest>,
    ) -> Result<Response<SweepReply>, Status> {
        call!(self, request, SweepLoaded, Sweep)
    }

    async fn drop(&self, request: Request<DropRequest>) -> Result<Response<DropReply>, Status> {
        call!(self, request, Drop, Drop)
    }

    async fn open_live(
        &self,
        request: Request<OpenLiveRequest>,
    ) -> Result<Response<OpenLiveReply>, Status> {
        call!(self, request, OpenLive, OpenLive)
    }

    async fn tick(&self, request: Request<TickRequest>) -> Result<Response<TickReply>, Status> {
        call!(self, request, Tick, Tick)
    }

    async fn close_live(
        &self,
        request: Request<CloseLiveRequest>,
    ) -> Result<Response<CloseLiveReply>, Status> {
        call!(self, request, CloseLive, CloseLive)
    }

    async fn info(&self, request: Request<InfoRequest>) -> Result<Response<InfoReply>, Status> {
        call!(self, request, Info, Info)
    }

    async fn timing(
        &self,
        request: Request<TimingRequest>,
    ) -> Result<Response<TimingReply>, Status> {
        call!(self, request, Timing, Timing)
    }

    type ConverseStream = Replies;

    async fn converse(
        &self,
        requests: Request<Streaming<Talk>>,
    ) -> Result<Response<Replies>, Status> {
        let talk = Some((self.clone(), requests.into_inner()));
        Ok(Response::new(Box::pin(unfold(talk, |talk| async {
            let (mut service, mut requests) = talk?;
            let request = tokio::select! {
                request = requests.message() => request,
                () = service.drain.begins() => return None,
            };
            let (answered, more) = match request {
                Ok(Some(Talk { ask: Some(ask) })) => {
                    (service.ask(ask).await?, Some((service, requests)))
                }
                Ok(Some(Talk { ask: None })) => {
                    let told = "request: got none that this engine knows, expected one of them";
                    (Err(WireError::new(ErrorCode::UnknownOpcode, told)), Some((service, requests)))
                }
                Ok(None) => return None,
                // Where the next message would begin is lost with this one.
                Err(status) => (Err(status::as_error(&status)), None),
            };
            let answer = answered.unwrap_or_else(|error| {
                Answer::Error(Error { code: error.code as u32, message: error.message })
            });
            Some((Ok(Reply { answer: Some(answer) }), more))
        }))))
    }
}
