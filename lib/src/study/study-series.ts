import { CsvError, OptionError } from '../errors';
import { type CsvOptions, fromCsv, gbm, type Series } from '../market';

/**
 * The series the notebooks start from: the article's 150,000 seeded bars, or the price file of the command
 * `make run BARS=prices.csv CLOSE=column CSV='{"order":"newest-first"}'`, which the environment variables
 * `IPC_TAX_BARS`, `IPC_TAX_CLOSE` and `IPC_TAX_CSV` hand on; the last has more options of `fromCsv`, as JSON.
 *
 * @throws CsvError as `fromCsv`, with the command's words for what settles it; OptionError for options that are no JSON.
 */
export function studySeries(): Series {
  const { IPC_TAX_BARS: path, IPC_TAX_CLOSE: close, IPC_TAX_CSV: json } = process.env;
  if (!path) return gbm();
  const options: CsvOptions = { ...(json ? csvOptions(json) : {}), ...(close ? { close } : {}) };
  try {
    return fromCsv(path, options);
  } catch (error) {
    throw error instanceof CsvError ? inCommand(error, options) : error;
  }
}

function csvOptions(json: string): CsvOptions {
  const expected = 'options of fromCsv as JSON, such as {"order":"newest-first"}';
  let options: unknown;
  try {
    options = JSON.parse(json);
  } catch {
    throw new OptionError('CSV', json, expected);
  }
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionError('CSV', json, expected);
  }
  return options as CsvOptions;
}

/** The same fault, with what settles it as it is written in the command. */
function inCommand(error: CsvError, { close, ...given }: CsvOptions): CsvError {
  const { path, line, column, problem, settledBy } = error;
  const words: string[] = [];
  if (settledBy?.header === false && !/^\d+$/.test(close ?? '')) words.push('CLOSE=5');
  if (settledBy !== null) {
    words.push(`CSV='${JSON.stringify({ ...given, ...settledBy }).replaceAll("'", "'\\''")}'`);
  } else if (column === 'close' && close === undefined) words.push('CLOSE=its-name');
  if (words.length === 0) return error;
  const told = `${problem} (with make: ${words.join(' ').replaceAll('$', '$$$$')})`;
  return new CsvError(path, line, column, told, { cause: error, settledBy: settledBy ?? undefined });
}
