import type { TransportName } from '../../transport';
import { type Architecture, rust } from '../architectures/known';

/** How a sweep is cut into calls, and where the series is. */
export type BoundaryForm = 'batch' | 'chatty' | 'stateful';

/** The engine with the tuned kernel behind a transport, in one form. */
export interface BoundarySubject {
  name: string;
  transport: TransportName;
  form: BoundaryForm;
  architecture: Architecture;
}

const TITLES: Record<BoundaryForm, string> = {
  batch: 'one call: series and all combos',
  chatty: 'a call per combo, the series sent again',
  stateful: 'a call per combo, the series loaded beforehand',
};

/** The forms that a transport can have: what is spawned for a call holds no series. */
export function boundaries(transports: readonly TransportName[]): BoundarySubject[] {
  return transports.flatMap((transport) => {
    const forms: BoundaryForm[] =
      transport === 'spawn' ? ['batch', 'chatty'] : ['batch', 'stateful', 'chatty'];
    return forms.map((form) => {
      const name = `${transport} ${form}`;
      const architecture = rust(name, TITLES[form], {
        kernel: 'tuned',
        transport,
        granularity: form === 'batch' ? 'sweep' : 'combo',
        series: form === 'stateful' ? 'loaded' : 'sent',
      });
      return { name, transport, form, architecture };
    });
  });
}
