/**
 * The program behind `make bench`: runs the measured comparisons, prints them, and checks the claims the
 * project makes about speed, as ratios within this one run.
 */
import { inspect } from 'node:util';
import { progress, textTable } from '../notebook';
import { architectures, notice } from '../study';
import { headline } from './headline';

/** A ratio that the project claims to hold on any machine, and the range it must lie in. */
interface Claim {
  claim: string;
  ratio: number;
  least: number;
  most: number;
}

async function main(): Promise<number> {
  const bar = progress(null, 'bench');
  const section = await architectures.run({}, { progress: bar.callback() });
  const ratio = (name: string): number => section.facts[name].value as number;
  const claims: Claim[] = [
    // bounds checks cost naive Rust up to a third on some processors; without them it is numba's equal
    {
      claim: 'naive Rust in one batch against numba',
      ratio: ratio('batch_over_numba'),
      least: 0.75,
      most: 1.6,
    },
    { claim: 'unchecked Rust against numba', ratio: ratio('unchecked_over_numba'), least: 0.75, most: 1.25 },
    {
      claim: 'one call per combo against one batch',
      ratio: ratio('chatty_over_batch'),
      least: 0.9,
      most: 1.25,
    },
  ];
  const checked = claims.map((each) => ({
    ...each,
    holds: each.ratio >= each.least && each.ratio <= each.most,
  }));
  console.log(`\n${textTable(headline(section))}\n\n${notice(section)}\n\n${textTable(checked)}`);
  return section.gate?.all_ok && checked.every(({ holds }) => holds) ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`make bench: ${error instanceof Error ? error.message : inspect(error)}\n`);
    process.exitCode = 1;
  },
);
