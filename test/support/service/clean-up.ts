import { afterAll } from 'vitest';
import { removeSandboxes } from './owners.ts';

// Stops everything that a file started, as the next file needs the machine.
afterAll(removeSandboxes);
