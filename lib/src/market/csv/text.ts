import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CsvError } from '../../errors';
import { refuseForeignBytes, refuseForeignText } from './foreign';

/**
 * The file's text: UTF-8, or UTF-16 where it begins with that byte order mark (as spreadsheets save
 * "Unicode text"); without the mark, and with every line end as a single newline.
 * @throws CsvError when the path is not a readable, ordinary file, is a file of another kind, holds zero bytes as no text does (a packed or
 * binary file, UTF-16 without its mark), or is too long for one string.
 */
export function readText(file: string): string {
  const bytes = readBytes(file);
  refuseForeignBytes(file, bytes);
  const text = decoded(file, bytes);
  refuseForeignText(file, text);
  const zero = text.indexOf('\0');
  if (zero !== -1) {
    const line = text.slice(0, zero).split(/\r\n?|\n/).length;
    const problem = 'a zero byte, expected text in UTF-8, or in UTF-16 with a byte order mark';
    throw new CsvError(file, line, null, problem);
  }
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Without the byte order mark. */
function decoded(file: string, bytes: Buffer): string {
  const littleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  const bigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  let text: string;
  try {
    if (bigEndian) bytes.subarray(0, bytes.length & ~1).swap16();
    text = bytes.toString(littleEndian || bigEndian ? 'utf16le' : 'utf8');
  } catch (cause) {
    throw new CsvError(file, null, null, `the file has ${bytes.length} bytes, too many to read at once`, {
      cause,
    });
  }
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function readBytes(file: string): Buffer {
  try {
    // Asked before opening: to open a named pipe nobody writes to would wait for ever.
    const stat = statSync(file);
    if (stat.isDirectory()) throw new CsvError(file, null, null, 'is a directory, expected a file');
    if (!stat.isFile()) throw new CsvError(file, null, null, 'is a device, pipe or socket, expected a file');
    return readFileSync(file);
  } catch (cause) {
    if (cause instanceof CsvError) throw cause;
    throw new CsvError(file, null, null, reason(file, cause), { cause });
  }
}

function reason(file: string, cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') {
    return path.isAbsolute(file)
      ? 'no such file'
      : `no such file in ${process.cwd()}, where relative paths begin`;
  }
  if (code === 'EACCES') return 'no permission to read the file';
  return `cannot be read: ${message}`;
}
