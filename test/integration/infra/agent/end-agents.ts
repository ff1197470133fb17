import { afterAll, afterEach } from 'vitest';
import { endAll, endShared } from './agent-process.ts';

// The files of a worker share modules, and a module's hooks would run only for the first file.
afterEach(endAll);
afterAll(endShared);
