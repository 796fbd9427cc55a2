import { chosenTransports } from './chosen';
import { engineSuite } from './engine-suite';

for (const transport of chosenTransports()) engineSuite(transport);
