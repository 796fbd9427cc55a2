import { codecs } from '../../src/codec';
import { codecSuite } from './codec-suite';

for (const codec of codecs) codecSuite(codec);
