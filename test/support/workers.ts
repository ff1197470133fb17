import { availableParallelism } from 'node:os';

/** Files at once. Many wait for a process or a database: two cores serve three of them. */
export const workers = Math.max(3, availableParallelism() - 1);
