import { CsvError } from '../../errors';

/** How other files become a CSV file. */
const PACKED = 'unpack it first';
const SHEET = 'save the sheet as CSV first';
const TABLE = (reader: string): string =>
  `write it as CSV first, such as with pandas: ${reader}(...).to_csv('prices.csv')`;

/** In hexadecimal. Of those that could begin a header, the next byte is none of text. */
const BYTES: readonly [first: RegExp, what: string, out: string][] = [
  [/^1f8b/, 'a gzip file', `${PACKED}, with gunzip`],
  [/^425a683.314159/, 'a bzip2 file', `${PACKED}, with bunzip2`],
  [/^28b52ffd/, 'a Zstandard file', `${PACKED}, with unzstd`],
  [/^fd377a585a00/, 'an xz file', `${PACKED}, with unxz`],
  [/^04224d18/, 'an LZ4 file', `${PACKED}, with unlz4`],
  [/^377abcaf271c/, 'a 7-Zip archive', PACKED],
  [/^526172211a07/, 'a RAR archive', PACKED],
  [/^d0cf11e0a1b11ae1/, 'an old Excel workbook (xls)', SHEET],
  [/^50415231(?!0[9ad])[01]/, 'a Parquet file', TABLE('pandas.read_parquet')],
  [/^4152524f573100/, 'an Arrow (Feather) file', TABLE('pandas.read_feather')],
  [/^4645413100/, 'a Feather file', TABLE('pandas.read_feather')],
  [/^ffffffff/, 'an Arrow stream', 'write it as CSV first'],
  [/^894844460d0a1a0a/, 'an HDF5 file', TABLE('pandas.read_hdf')],
  [
    /^53514c69746520666f726d6174203300/,
    'an SQLite database',
    'write the table as CSV first, with sqlite3 -header -csv',
  ],
  [/^4f626a01/, 'an Avro file', 'write it as CSV first'],
  [/^934e554d5059/, 'a numpy array', 'write it as CSV first, with numpy.savetxt'],
  [/^800[2-5]/, 'a Python pickle', TABLE('pandas.read_pickle')],
  [/^255044462d/, 'a PDF file', 'get the prices as CSV'],
];

const ZIPPED = '504b0304';
/** Where a zip file's first entries say what it is. */
const ZIP_NAMES = 4096;

/** @throws CsvError that names what the file is, where its first bytes are those of another kind of file. */
export function refuseForeignBytes(file: string, bytes: Buffer): void {
  const head = bytes.toString('hex', 0, 16);
  if (head.startsWith(ZIPPED)) throw zipped(file, bytes.toString('latin1', 0, ZIP_NAMES));
  const found = BYTES.find(([first]) => first.test(head));
  if (found !== undefined) throw foreign(file, found[1], found[2]);
}

function zipped(file: string, names: string): CsvError {
  if (names.includes('[Content_Types].xml') || names.includes('xl/')) {
    return foreign(file, 'an Excel workbook (xlsx)', SHEET);
  }
  if (names.includes('opendocument.spreadsheet')) return foreign(file, 'an OpenDocument sheet (ods)', SHEET);
  return foreign(file, 'a zip archive', `${PACKED}, with unzip`);
}

/** JSON and HTML, which are text too. A header may begin with a bracket itself: `<DATE>`, `[Date]`. */
const TEXTS: readonly [begins: RegExp, what: string, out: string][] = [
  [/^\s*(\{\s*["}]|\[\s*(["{[]|-?\d|\]))/, 'JSON', TABLE('pandas.read_json')],
  [
    /^\s*<(!doctype|html|head|body|table|script|!--)[\s>]/i,
    'an HTML page',
    'get the file behind the link, or save its table as CSV',
  ],
  [/^\s*<\?xml\s/i, 'XML', SHEET],
  [/^%?version https:\/\/git-lfs/, 'a Git LFS pointer', 'get the file itself, with git lfs pull'],
];

/** @throws CsvError that names what the text is, where it is of another kind. */
export function refuseForeignText(file: string, text: string): void {
  const found = TEXTS.find(([begins]) => begins.test(text));
  if (found !== undefined) throw foreign(file, found[1], found[2]);
}

const foreign = (file: string, what: string, out: string): CsvError =>
  new CsvError(file, null, null, `is ${what}, expected a CSV file; ${out}`);
