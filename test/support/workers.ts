import { availableParallelism } from 'node:os';

/** Files at once: one more than there are cores, as many files wait for a process or a database. */
export const workers = availableParallelism() + 1;
