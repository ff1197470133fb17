import { afterAll } from 'vitest';
import { removeSandboxes } from './owners.ts';

// What a file started stops with it: the next file needs the machine.
afterAll(removeSandboxes);
