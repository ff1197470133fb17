import { afterAll, afterEach } from 'vitest';
import { endAll, endShared } from './agent-process.ts';

// Files of one worker share modules, so that hooks of a module would run for the first file only.
afterEach(endAll);
afterAll(endShared);
