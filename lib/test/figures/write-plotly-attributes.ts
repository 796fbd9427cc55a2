import { writeFileSync } from 'node:fs';
import { attributesFile, attributesSource } from './plotly-attributes';

// Writes lib/src/figures/plotly-attributes.ts. Run by hand when another plotly.js is installed:
//   node lib/dist/test/figures/write-plotly-attributes.js
writeFileSync(attributesFile, attributesSource());
process.stdout.write(`${attributesFile}\n`);
