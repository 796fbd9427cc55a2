//! Listening, telling peers apart, and ending.

use std::collections::HashMap;
use std::io;
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use ipc_tax_server::{
    Failure, Reply, Sessions, Shutdown, bind_private, clear_socket, prepare_memory,
    raise_descriptor_limit,
};
use omq_tokio::options::WorkloadProfile;
use omq_tokio::{
    Endpoint, Identity, IdentitySocket, IpcPath, Message, MonitorEvent, MonitorRecvError, Options,
    Socket, SocketType,
};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::conversation::{Conversation, Ended, Outlet};
use crate::options;
use crate::patience::Outgoing;

/// How long peers may take to leave once they were told that the engine stops.
const LEAVE: Duration = Duration::from_millis(500);

/// How often it is looked whether they have.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// How long requests under way may take once the engine is told to stop.
const DRAIN: Duration = Duration::from_secs(2);

/// How long replies that were sent may take to leave when the engine ends.
const LINGER: Duration = Duration::from_secs(1);

/// Time for a peer to say that it speaks ZeroMQ.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// A message may be this much longer than a frame: its sender hears what was wrong with it. The
/// connection of who sends a longer one is closed without a word, before it has been received.
const OVERLONG: usize = 1 << 20;

/// Connections that may be in their handshake at once.
const HANDSHAKES: usize = 1024;

/// Listens as told and serves until told to stop.
///
/// # Errors
/// In one line why a listener can't be had.
pub fn serve(options: &options::Options) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Failed(format!("serve: {error}"));
    prepare_memory();
    raise_descriptor_limit();
    let shutdown = Shutdown::new(options.die_with_stdin).map_err(failed)?;
    // One thread for the sockets: requests that compute go to threads of their own.
    let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let socket = listen(options, &runtime)?;

    let (stop, stopped) = oneshot::channel();
    thread::spawn(move || {
        let _ = shutdown.wait();
        let _ = stop.send(());
    });
    let served = runtime.block_on(Server::new(options, socket).serve(stopped));
    // A sweep that goes on after the time to drain is not waited for.
    runtime.shutdown_background();
    served
}

/// A ROUTER on every address, each told in a line on stderr.
fn listen(options: &options::Options, runtime: &Runtime) -> Result<IdentitySocket, Failure> {
    let _runtime = runtime.enter();
    let socket = Socket::new(SocketType::Router, socket_options(options));
    let mut ready = String::new();
    for path in &options.ipc {
        let failed = |what: String| Failure::Failed(format!("ipc {}: {what}", path.display()));
        clear_socket(path).map_err(failed)?;
        let endpoint = Endpoint::Ipc(IpcPath::Filesystem(path.clone()));
        bind_private(|| runtime.block_on(socket.bind(endpoint)))
            .map_err(|error| failed(format!("cannot listen: {error}")))?;
        ready += &format!("listening zeromq-ipc {}\n", path.display());
    }
    for address in &options.tcp {
        let bound = runtime.block_on(socket.bind(format!("tcp://{address}").as_str()));
        let bound = bound
            .map_err(|error| Failure::Failed(format!("tcp {address}: cannot listen: {error}")))?;
        let bound = bound.to_string();
        ready += &format!("listening zeromq-tcp {}\n", bound.trim_start_matches("tcp://"));
    }
    let socket =
        socket.identity_routing().map_err(|error| Failure::Failed(format!("serve: {error}")))?;
    eprint!("{ready}");
    Ok(socket)
}

/// Everything that ZeroMQ would decide by itself otherwise.
fn socket_options(options: &options::Options) -> Options {
    let limits = &options.settings.limits;
    Options::default()
        .workload_profile(WorkloadProfile::Latency)
        .send_hwm(options.high_water_mark)
        .recv_hwm(options.high_water_mark)
        // A reply to a peer that has gone is an error, not a silence.
        .router_mandatory(true)
        .linger(LINGER)
        .heartbeat_interval(options.heartbeat)
        .heartbeat_timeout(options.heartbeat * 3)
        .heartbeat_ttl(options.heartbeat * 3)
        .handshake_timeout(HANDSHAKE)
        .max_pending_handshakes(HANDSHAKES)
        .max_message_size(limits.frame_bytes as usize + OVERLONG)
        .monitor_capacity(4096)
}

/// A connection of the socket's, as it numbers them.
type ConnectionId = u64;

struct Server {
    socket: IdentitySocket,
    sessions: Sessions,
    conversations: HashMap<ConnectionId, Conversation>,
    answering: JoinSet<(ConnectionId, Identity, Ended)>,
    patience: Duration,
}

impl Server {
    fn new(options: &options::Options, socket: IdentitySocket) -> Self {
        Server {
            socket,
            sessions: Sessions::new(&options.settings),
            conversations: HashMap::new(),
            answering: JoinSet::new(),
            patience: options.settings.write_timeout,
        }
    }

    async fn serve(mut self, mut stopped: oneshot::Receiver<()>) -> Result<(), Failure> {
        let mut monitor = self.socket.monitor();
        loop {
            tokio::select! {
                received = self.socket.recv_from() => match received {
                    Ok((peer, message)) => self.take_in(peer, message).await,
                    Err(error) => return Err(Failure::Failed(format!("serve: {error}"))),
                },
                event = monitor.recv() => match event {
                    Ok(MonitorEvent::Disconnected { peer, .. }) => self.forget(peer.connection_id),
                    Err(MonitorRecvError::Lagged(_)) => self.forget_the_gone().await,
                    _ => {}
                },
                Some(Ok((connection, peer, ended))) = self.answering.join_next() => {
                    self.conversations.remove(&connection);
                    if ended == Ended::ByEngine {
                        self.dismiss(&peer).await;
                    }
                }
                _ = &mut stopped => break,
            }
        }
        self.drain().await;
        Ok(())
    }

    /// Hands a message to its conversation, or begins one.
    async fn take_in(&mut self, peer: Identity, message: Message) {
        let connection = peer.peer_info().connection_id;
        let Ok(frame) = message.into_bytes() else {
            // A message of several parts is no frame.
            return self.dismiss(&peer).await;
        };
        if frame.is_empty() {
            // It asks nothing: its sender sees whether the connection stands.
            return;
        }
        if !self.conversations.contains_key(&connection) {
            match self.sessions.open() {
                Ok(session) => {
                    let (conversation, answers) =
                        Conversation::begin(session, self.outlet(peer.clone()));
                    self.conversations.insert(connection, conversation);
                    let peer = peer.clone();
                    self.answering.spawn(async move { (connection, peer, answers.await) });
                }
                Err(busy) => return self.refuse(peer, busy),
            }
        }
        let limit = self.sessions.limits().frame_bytes;
        let conversation = &self.conversations[&connection];
        if let Err(waiting) = conversation.request(frame, limit) {
            conversation.peer_is_gone();
            self.conversations.remove(&connection);
            self.refuse(peer, Reply::too_large(waiting as u64, limit));
        }
    }

    fn outlet(&self, peer: Identity) -> Outlet {
        Outlet { socket: self.socket.clone(), peer, patience: self.patience }
    }

    /// Tells a peer why it is not answered, and lets it go.
    fn refuse(&mut self, peer: Identity, reply: Reply) {
        let outlet = self.outlet(peer.clone());
        let connection = peer.peer_info().connection_id;
        self.answering.spawn(async move {
            outlet.send(&Outgoing::new(), reply).await;
            (connection, peer, Ended::ByEngine)
        });
    }

    /// Tells a peer that its session has ended. It is for the peer to close then: closed from here,
    /// it would lose what it has not read yet.
    async fn dismiss(&self, peer: &Identity) {
        let farewell = Message::multipart([Bytes::new(), Bytes::new()]);
        if self.socket.try_send_to(peer, farewell).is_err() {
            let _ = self.socket.disconnect_peer(peer.peer_info().connection_id).await;
        }
    }

    fn forget(&mut self, connection: ConnectionId) {
        if let Some(conversation) = self.conversations.remove(&connection) {
            conversation.peer_is_gone();
        }
    }

    /// Events were missed: whoever is not connected any more has gone.
    async fn forget_the_gone(&mut self) {
        let Ok(connected) = self.socket.connections().await else { return };
        let gone: Vec<_> = self
            .conversations
            .keys()
            .copied()
            .filter(|&connection| connected.iter().all(|peer| peer.connection_id != connection))
            .collect();
        for connection in gone {
            self.forget(connection);
        }
    }

    /// Returns when no peer is connected any more.
    async fn all_gone(&self) {
        while self.socket.connections().await.is_ok_and(|connected| !connected.is_empty()) {
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Lets requests that came be answered, and their senders leave, for a time.
    async fn drain(mut self) {
        // A conversation whose requests end is over after the last of them.
        let conversations = std::mem::take(&mut self.conversations);
        let states: Vec<_> = conversations.into_values().map(Conversation::last).collect();
        let mut answering = std::mem::take(&mut self.answering);
        let finished = async {
            while let Some(answered) = answering.join_next().await {
                if let Ok((_, peer, _)) = answered {
                    self.dismiss(&peer).await;
                }
            }
        };
        if timeout(DRAIN, finished).await.is_err() {
            states.iter().for_each(|ended| ended());
        }
        // Closed before they are gone, they would lose the replies that they have not read yet.
        let _ = timeout(LEAVE, self.all_gone()).await;
        let _ = self.socket.into_inner().close().await;
    }
}
