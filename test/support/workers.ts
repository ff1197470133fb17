import { availableParallelism } from 'node:os';

/** Files at once. Vitest leaves a core free, half of two, though many files wait for a process. */
export const workers = Math.max(2, availableParallelism() - 1);
