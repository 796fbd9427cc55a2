import { after } from 'node:test';
import { chosenTransports } from './chosen';
import { endPeers } from './counterpart';
import { transportSuite } from './transport-suite';

after(endPeers);

for (const transport of chosenTransports()) transportSuite(transport);
