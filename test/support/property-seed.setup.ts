import * as fc from 'fast-check';
import { seed } from './seed.ts';

// A property that fails says its seed. SEED repeats it.
fc.configureGlobal({ seed });
