//! The program that is timed: it is told what to do by lines, and answers each with one.
//!
//!     encode CODEC COUNT   ->  ok NANOSECONDS      of COUNT calls together
//!     decode CODEC COUNT   ->  ok NANOSECONDS      of FOLDER/CODEC, which the client wrote
//!     check CODEC          ->  ok BYTES            both ways bit for bit; writes FOLDER/CODEC.rust
//!     names                ->  ok CODEC...
//!     anything else, or a fault  ->  error TEXT
//!
//! The request is what FOLDER/raw_fresh holds. A timed call includes giving back the memory it took.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use arrow_buffer::{Buffer, MutableBuffer};
use ipc_tax_wire::{LONGEST_MESSAGE, excerpt};

use crate::codec::{Codec, Fault, codecs};
use crate::request::Request;

/// Answers lines until there are no more.
///
/// # Errors
/// FOLDER/raw_fresh can't be read or is no request, or the answers can't be written.
pub fn run(folder: PathBuf, lines: impl BufRead, mut answers: impl Write) -> Result<(), Fault> {
    let mut peer = Peer::new(folder)?;
    for line in lines.lines() {
        match peer.answer(&line?) {
            Ok(answer) => writeln!(answers, "ok {answer}")?,
            Err(fault) => {
                let told = fault.to_string().replace('\n', " ");
                writeln!(answers, "error {}", excerpt(&told, LONGEST_MESSAGE))?;
            }
        }
        answers.flush()?;
    }
    Ok(())
}

struct Peer {
    folder: PathBuf,
    request: Request,
    codecs: Vec<Box<dyn Codec>>,
    /// By codec, what the client wrote, once it was asked for.
    received: HashMap<&'static str, Buffer>,
}

impl Peer {
    fn new(folder: PathBuf) -> Result<Self, Fault> {
        let mut codecs = codecs();
        let bytes = read(&folder, "raw_fresh")?;
        let codec = find(&mut codecs, "raw_fresh")?;
        let request = Request::from_decoded(codec.decode(&bytes)?);
        Ok(Peer { folder, request, codecs, received: HashMap::new() })
    }

    fn answer(&mut self, line: &str) -> Result<String, Fault> {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["names"] => {
                let names: Vec<_> = self.codecs.iter().map(|codec| codec.name()).collect();
                Ok(names.join(" "))
            }
            ["encode", name, count] => self.encode(name, count.parse()?),
            ["decode", name, count] => self.decode(name, count.parse()?),
            ["check", name] => self.check(name),
            _ => Err(format!("got {line:?}, expected encode, decode, check or names").into()),
        }
    }

    fn encode(&mut self, name: &str, count: u32) -> Result<String, Fault> {
        let codec = find(&mut self.codecs, name)?;
        let begin = Instant::now();
        for _ in 0..count {
            black_box(codec.encode(black_box(&self.request))?);
        }
        Ok(begin.elapsed().as_nanos().to_string())
    }

    fn decode(&mut self, name: &str, count: u32) -> Result<String, Fault> {
        let codec = find(&mut self.codecs, name)?;
        let bytes = received(&mut self.received, &self.folder, codec.name())?;
        let begin = Instant::now();
        for _ in 0..count {
            black_box(codec.decode(black_box(bytes))?);
        }
        Ok(begin.elapsed().as_nanos().to_string())
    }

    fn check(&mut self, name: &str) -> Result<String, Fault> {
        let codec = find(&mut self.codecs, name)?;
        let bytes = received(&mut self.received, &self.folder, codec.name())?;
        self.request.expect_same(&codec.decode(bytes)?)?;
        let written: Vec<u8> =
            codec.encode(&self.request)?.iter().flat_map(Cow::as_ref).copied().collect();
        fs::write(self.folder.join(format!("{name}.rust")), &written)?;
        self.request.expect_same(&codec.decode(&aligned(&written))?)?;
        Ok(written.len().to_string())
    }
}

fn find<'a>(codecs: &'a mut [Box<dyn Codec>], name: &str) -> Result<&'a mut dyn Codec, Fault> {
    match codecs.iter_mut().find(|codec| codec.name() == name) {
        Some(codec) => Ok(&mut **codec),
        None => Err(format!("codec: got {name}, expected one of those that names tells").into()),
    }
}

fn received<'a>(
    known: &'a mut HashMap<&'static str, Buffer>,
    folder: &Path,
    name: &'static str,
) -> Result<&'a Buffer, Fault> {
    if !known.contains_key(name) {
        known.insert(name, read(folder, name)?);
    }
    Ok(&known[name])
}

fn read(folder: &Path, name: &str) -> Result<Buffer, Fault> {
    let path = folder.join(name);
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(aligned(&bytes))
}

/// A copy that begins on a multiple of 64.
fn aligned(bytes: &[u8]) -> Buffer {
    let mut buffer = MutableBuffer::new(bytes.len());
    buffer.extend_from_slice(bytes);
    buffer.into()
}
