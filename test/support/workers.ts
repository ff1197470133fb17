import { availableParallelism } from 'node:os';

/** Concurrent test files. Many wait for a process or a database, so three fit two cores. */
export const workers = Math.max(3, availableParallelism() - 1);
