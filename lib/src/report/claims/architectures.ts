import { textTable } from '../../notebook';
import { architectures, notice } from '../../study';
import { headline } from '../headline';
import type { Claim, ClaimFamily } from './claim';

/** The article's architectures against its own reference. */
export const architectureClaims: ClaimFamily = {
  name: 'architectures',
  async run(context) {
    const section = await architectures.run({}, context);
    const claim = (text: string, fact: string, least: number, most: number): Claim => {
      const { value, low, high } = section.facts[fact];
      return { claim: text, value: value as number, low, high, unit: 'ratio', least, most };
    };
    return {
      texts: [textTable(headline(section)), notice(section)],
      claims: [
        {
          claim: 'every architecture passes the gate',
          value: Number(section.gate?.all_ok),
          unit: '',
          least: 1,
        },
        // bounds checks cost naive Rust up to a third on some processors; without them it is numba's equal
        claim('naive Rust in one batch against numba', 'batch_over_numba', 0.75, 1.6),
        claim('unchecked Rust against numba', 'unchecked_over_numba', 0.75, 1.25),
        claim('one call per combo against one batch', 'chatty_over_batch', 0.9, 1.25),
      ],
    };
  },
};
