import { transports } from '../../src/transport';
import { engineSuite } from './engine-suite';

for (const transport of transports) engineSuite(transport);
