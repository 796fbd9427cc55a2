import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that {@link attributesSource} is the text of. */
export const attributesFile = join(__dirname, '../../../src/figures/plotly-attributes.ts');

/** A part of plotly's own schema: an attribute, which has a `valType`, or what holds further ones. */
interface Part {
  valType?: string;
  values?: unknown[];
  flags?: string[];
  extras?: unknown[];
  arrayOk?: boolean;
  items?: Record<string, Part>;
  _isSubplotObj?: boolean;
  [name: string]: unknown;
}

interface Schema {
  traces: Record<string, { attributes: Part; layoutAttributes?: Part }>;
  layout: { layoutAttributes: Part };
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All that several parts have together: an attribute that two of them have takes the values of both. */
function merged(parts: readonly Part[]): Part {
  const all: Part = {};
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) {
      const there = all[name];
      if (isPart(there) && isPart(value)) all[name] = merged([there, value]);
      else if (Array.isArray(there) && Array.isArray(value)) all[name] = [...new Set([...there, ...value])];
      else if (name === 'valType' && there !== undefined && there !== value) all[name] = 'any';
      else all[name] = there === true ? true : value;
    }
  }
  return all;
}

/** Names of the attributes in a part, without what the schema says of the part itself. */
const attributesOf = (part: Part): [string, Part][] =>
  Object.entries(part).filter(
    (entry): entry is [string, Part] =>
      isPart(entry[1]) && !['_deprecated', 'impliedEdits'].includes(entry[0]),
  );

const isRegex = (value: unknown): boolean => typeof value === 'string' && /^\/.*\/$/.test(value);
/** Any text too, so that a variable needs no cast; the known ones still complete. */
const TEXT = '(string & {})';

const literals = (values: readonly unknown[]): string =>
  [...new Set(values.filter((value) => !isRegex(value)))]
    .map((value) => (typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : String(value)))
    .join(' | ');

function valueType({ valType, values = [], flags = [], extras = [] }: Part): string {
  switch (valType) {
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'integer':
      return 'number';
    case 'angle':
      return "number | 'auto'";
    case 'string':
      return 'string | number';
    case 'color':
    case 'subplotid':
      return 'string';
    case 'enumerated':
      return `${literals(values)} | ${TEXT}`;
    case 'flaglist':
      return `${literals([...flags, ...extras])} | ${TEXT}`;
    case 'colorscale':
      return 'string | unknown[]';
    case 'colorlist':
      return 'string[]';
    default:
      return 'Free';
  }
}

/** What a list of a type holds: its known texts are not told twice. */
const listed = (type: string): string => (type.endsWith(TEXT) ? 'string' : type);

const LINE = 118;

/** Fields one after the other, in lines no longer than a page is wide where a field's own type allows. */
function filled(fields: readonly string[]): string {
  const lines: string[] = [];
  for (const field of fields) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + field.length > LINE) lines.push(`  ${field}`);
    else lines[lines.length - 1] = `${line} ${field}`;
  }
  return lines.join('\n');
}

/** The interfaces of a schema by their text: parts that hold the same are one, under the name that came first. */
class Interfaces {
  readonly lines: string[] = [];
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();

  /** The type of a part; `path` leads to it, for a name. */
  typeOf(part: Part, path: readonly string[]): string {
    if (typeof part.valType === 'string') {
      const type = valueType(part);
      return part.arrayOk === true && type !== 'Free' ? `${type} | List<${listed(type)}>` : type;
    }
    if (part.items !== undefined && path.length > 1) {
      const [[name, item]] = attributesOf(part.items as Part) as [[string, Part]];
      return `${this.typeOf(item, [...path.slice(0, -1), name])}[]`;
    }
    return this.named(path, this.fields(part, path));
  }

  private fields(part: Part, path: readonly string[]): string {
    const isLayout = path.length === 1;
    const fields = attributesOf(part).flatMap(([name, inner]) => {
      const type = this.typeOf(inner, [...path, name]);
      const field = `${name}?: ${type};`;
      return isLayout && inner._isSubplotObj === true
        ? [field, `[${name}: \`${name}\${number}\`]: ${type};`]
        : [field];
    });
    // Any text has it too, so that a title may be one.
    if (path.at(-1) === 'title') fields.push('toString?(): string;');
    return filled(fields);
  }

  private named(path: readonly string[], fields: string): string {
    const known = this.names.get(fields);
    if (known !== undefined) return known;
    const words = path.map((word) => word[0]!.toUpperCase() + word.slice(1));
    // As short as is free: Font, MarkerColorbar, TraceMarkerColorbar.
    let length = 1;
    while (this.taken.has(words.slice(-length).join('')) && length < words.length) length++;
    const name = words.slice(-length).join('');
    this.taken.add(name);
    this.names.set(fields, name);
    this.lines.push(`export interface ${name} {\n${fields}\n}\n`);
    return name;
  }
}

const HEAD = `// Written by lib/test/figures/write-plotly-attributes.ts from the schema of the plotly.js that is installed: do not edit.
// biome-ignore-all lint: plotly's names and forms
// biome-ignore-all format: as it is written

/** What plotly takes in more forms than a type can say usefully, data above all. */
type Free = any;
/** One value a point. */
type List<Value> = ArrayLike<Value>;

`;

/** The attributes of plotly's traces and layouts as TypeScript: all traces in one, as a reader's tweak names no type. */
export function attributesSource(): string {
  const schema = JSON.parse(
    readFileSync(require.resolve('plotly.js/dist/plot-schema.json'), 'utf8'),
  ) as Schema;
  const traces = Object.values(schema.traces);
  const types = { valType: 'enumerated', values: Object.keys(schema.traces) };
  const trace = {
    ...merged(traces.map(({ attributes }) => ({ ...attributes, type: {} }))),
    type: types,
  } as Part;
  const layout = merged([
    schema.layout.layoutAttributes,
    ...traces.map(({ layoutAttributes }) => layoutAttributes).filter(isPart),
  ]);
  const found = new Interfaces();
  found.typeOf(trace, ['trace']);
  found.typeOf(layout, ['layout']);
  return `${HEAD}${found.lines.join('\n')}`;
}
