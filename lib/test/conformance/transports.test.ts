import { after } from 'node:test';
import { transports } from '../../src/transport';
import { endPeers } from './counterpart';
import { transportSuite } from './transport-suite';

after(endPeers);

for (const transport of transports) transportSuite(transport);
