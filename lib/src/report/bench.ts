/**
 * The program behind `make bench`: runs the measured comparisons one family after the other, prints them, and checks the
 * claims the project makes about speed, as ratios within each family's one run. Arguments choose families by name.
 */
import { inspect } from 'node:util';
import { IpcTaxError, OptionError } from '../errors';
import { progress, textTable } from '../notebook';
import { CLAIMS, type ClaimFamily, claimLine, holds } from './claims';

function chosen(names: readonly string[]): readonly ClaimFamily[] {
  const known = CLAIMS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new OptionError('family', unknown, `one of ${known.join(', ')}`);
  return names.length === 0 ? CLAIMS : CLAIMS.filter(({ name }) => names.includes(name));
}

/** @returns The exit code: 0 only when every claim holds. */
async function main(names: readonly string[]): Promise<number> {
  let failed = 0;
  for (const { name, run } of chosen(names)) {
    const bar = progress(null, name);
    const { texts, claims } = await run({ progress: bar.callback() });
    console.log(`\n${[...texts, textTable(claims.map(claimLine))].join('\n\n')}\n`);
    failed += claims.filter((claim) => !holds(claim)).length;
  }
  console.log(failed === 0 ? 'every claim holds' : `${failed} of the claims above do not hold`);
  return failed === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const said =
      error instanceof IpcTaxError ? error.message : error instanceof Error ? error.stack : inspect(error);
    process.stderr.write(`make bench: ${said}\n`);
    process.exitCode = 1;
  },
);
