//! Shared memory as JavaScript has it: an ArrayBuffer of the words and the rings, and the few calls that
//! JavaScript can't make on it. The layout is in the crate ipc-tax-shared-memory.

use std::os::fd::{AsFd, BorrowedFd, IntoRawFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ipc_tax_shared_memory::{
    Control, Ends, Error, Hello, Mapping, MemoryFile, WaitMode, Waited, connect, futex, offer,
    receive_hello, wait_until_moved,
};
use napi::bindgen_prelude::{ArrayBuffer, AsyncTask, Either};
use napi::{Env, Task};
use napi_derive::napi;

/// Segments begin and end on multiples of this, whatever the page size.
const SEGMENT_UNIT: u64 = 65_536;

/// How long a client may take to say hello once its bytes are there, and to take the answer.
const HELLO: Duration = Duration::from_secs(1);

/// The longest timeout, a hundred days: adding it to a time never overflows.
const LONGEST: f64 = 8.64e9;

/// A connection in shared memory, one side of it.
#[napi]
pub struct SharedMemory {
    /// Until it is closed.
    open: Option<Open>,
    hello: Hello,
}

/// What a connection holds while it is open: two descriptors, which go when it is closed, not when JavaScript's
/// collector comes by.
struct Open {
    control: Arc<Control>,
    memory: MemoryFile,
    /// An ArrayBuffer of it keeps it mapped beyond that.
    mapping: Arc<Mapping>,
}

/// Why an engine takes no connection, as it said.
#[napi(object)]
pub struct Refusal {
    /// The wire protocol's code.
    pub code: u32,
    /// For people.
    pub message: String,
}

/// Memory that both sides see.
#[napi(object)]
pub struct Segment<'env> {
    /// Where it begins in the file.
    pub offset: f64,
    /// The memory.
    pub buffer: ArrayBuffer<'env>,
}

/// Connects beside the event loop.
pub struct Connecting {
    path: PathBuf,
    hello: Hello,
    timeout: Duration,
}

impl Task for Connecting {
    type Output = Result<Ends, Error>;
    type JsValue = Either<SharedMemory, Refusal>;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        Ok(connect(&self.path, self.hello, self.timeout))
    }

    fn resolve(&mut self, _: Env, output: Self::Output) -> napi::Result<Self::JsValue> {
        match output {
            Ok(ends) => SharedMemory::of(&ends).map(Either::A),
            Err(Error::Refused { code, message }) => {
                Ok(Either::B(Refusal { code: code.into(), message }))
            }
            Err(error) => Err(reason(error)),
        }
    }
}

/// Connects to the control socket at `path`. `mode` is how the engine waits: 0 spins up to 10 ms, 1
/// spins up to 50 µs and then sleeps on the futex, 2 sleeps on the futex, 3 sleeps at the doorbell.
#[napi(catch_unwind)]
pub fn connect_shared_memory(
    path: String,
    ring_bytes: u32,
    mode: u32,
    timeout: f64,
) -> napi::Result<AsyncTask<Connecting>> {
    let hello = Hello { ring_bytes, mode: wait_mode(mode)? };
    let timeout = milliseconds(timeout).unwrap_or(HELLO);
    Ok(AsyncTask::new(Connecting { path: path.into(), hello, timeout }))
}

/// The listener's side on a connected socket whose client has said hello. The descriptor stays the
/// caller's.
#[napi(catch_unwind)]
pub fn offer_shared_memory(descriptor: i32) -> napi::Result<SharedMemory> {
    if descriptor < 0 {
        return Err(napi::Error::from_reason(format!(
            "descriptor: got {descriptor}, expected one"
        )));
    }
    // SAFETY: borrowed for this call, in which the caller keeps it open.
    let socket = unsafe { BorrowedFd::borrow_raw(descriptor) };
    let control = Arc::new(Control::new(socket.try_clone_to_owned()?));
    let deadline = Instant::now() + HELLO;
    let hello = receive_hello(&control, deadline).map_err(reason)?;
    SharedMemory::of(&offer(&control, hello, deadline).map_err(reason)?)
}

#[napi]
impl SharedMemory {
    fn of(ends: &Ends) -> napi::Result<Self> {
        let open = Open {
            control: Arc::clone(ends.control()),
            memory: ends.memory().try_clone()?,
            mapping: Arc::clone(ends.mapping()),
        };
        Ok(SharedMemory { open: Some(open), hello: ends.hello() })
    }

    /// Bytes of a ring.
    #[napi(getter)]
    pub fn ring_bytes(&self) -> u32 {
        self.hello.ring_bytes
    }

    /// How the listener was told to wait.
    #[napi(getter)]
    pub fn mode(&self) -> u32 {
        self.hello.mode as u32
    }

    /// The words and both rings; called once. It stays mapped as long as the ArrayBuffer is there.
    #[napi(catch_unwind)]
    pub fn memory<'env>(&self, env: &'env Env) -> napi::Result<ArrayBuffer<'env>> {
        array_buffer(env, Arc::clone(&self.open()?.mapping))
    }

    /// A descriptor of the control socket, the caller's own: for its event loop.
    #[napi(catch_unwind)]
    pub fn doorbell(&self) -> napi::Result<i32> {
        Ok(self.open()?.control.as_fd().try_clone_to_owned()?.into_raw_fd())
    }

    /// Waits in place until the word at byte `word` is another than `seen`, on the futex or, in mode 3,
    /// at the doorbell; `sleeps` is where that is told to the other side. 0: it moved; 1: the other side
    /// ended; 2: the time is over.
    #[napi(catch_unwind)]
    pub fn wait(
        &self,
        word: u32,
        seen: u32,
        sleeps: u32,
        mode: u32,
        timeout: Option<f64>,
    ) -> napi::Result<u32> {
        let Open { control, mapping, .. } = self.open()?;
        let waited = wait_until_moved(
            (mapping, control),
            (word as usize, seen),
            sleeps as usize,
            wait_mode(mode)?,
            timeout.and_then(milliseconds),
        );
        Ok(match waited {
            Waited::Moved => 0,
            Waited::Ended => 1,
            Waited::TimedOut => 2,
        })
    }

    /// Wakes the other side where it sleeps on the word at byte `word`.
    #[napi(catch_unwind)]
    pub fn wake(&self, word: u32) -> napi::Result<()> {
        futex::wake(self.open()?.mapping.word(word as usize));
        Ok(())
    }

    /// Lets another process have this processor, if one wants it.
    #[napi]
    pub fn give_way(&self) {
        std::thread::yield_now();
    }

    /// Rings the doorbell; nobody hears it once this is closed.
    #[napi(catch_unwind)]
    pub fn ring(&self) {
        if let Some(open) = &self.open {
            open.control.ring();
        }
    }

    /// Adds a segment of at least so many bytes to the file, zeroed.
    #[napi(catch_unwind)]
    pub fn allocate<'env>(&self, env: &'env Env, bytes: f64) -> napi::Result<Segment<'env>> {
        let memory = &self.open()?.memory;
        if !(bytes >= 0.0 && bytes <= (1u64 << 53) as f64) {
            return Err(napi::Error::from_reason(format!(
                "bytes: got {bytes}, expected 0 to 2^53"
            )));
        }
        let bytes = (bytes as u64).max(1).next_multiple_of(SEGMENT_UNIT);
        let offset = memory.len()?.next_multiple_of(SEGMENT_UNIT);
        memory.reserve(offset, bytes).map_err(reason)?;
        let mapping = memory.map(offset, bytes as usize).map_err(reason)?;
        let buffer = array_buffer(env, Arc::new(mapping))?;
        Ok(Segment { offset: offset as f64, buffer })
    }

    /// Ends the connection both ways. May be called twice. What is mapped as an ArrayBuffer stays so.
    #[napi(catch_unwind)]
    pub fn close(&mut self) {
        if let Some(open) = self.open.take() {
            open.control.shut_down();
        }
    }

    fn open(&self) -> napi::Result<&Open> {
        self.open.as_ref().ok_or_else(|| napi::Error::from_reason("the connection is closed"))
    }
}

/// The mapping as an ArrayBuffer, unmapped when that is collected and nobody else has it.
fn array_buffer(env: &Env, mapping: Arc<Mapping>) -> napi::Result<ArrayBuffer<'_>> {
    let (first, bytes) = (mapping.as_ptr(), mapping.len());
    // SAFETY: `mapping` goes with the ArrayBuffer and keeps the memory mapped as long as that is there.
    unsafe { ArrayBuffer::from_external(env, first, bytes, mapping, |_, mapping| drop(mapping)) }
}

fn wait_mode(mode: u32) -> napi::Result<WaitMode> {
    WaitMode::from_u32(mode)
        .ok_or_else(|| napi::Error::from_reason(format!("mode: got {mode}, expected 0 to 3")))
}

/// None for no number, which is no limit.
fn milliseconds(timeout: f64) -> Option<Duration> {
    (!timeout.is_nan()).then(|| Duration::from_secs_f64(timeout.clamp(0.0, LONGEST) / 1000.0))
}

fn reason(error: Error) -> napi::Error {
    napi::Error::from_reason(error.to_string())
}
