import { log } from '../log.ts';

/** Timeout for preparations in INIT, in milliseconds. Lambda allows 10 seconds. */
const LIMIT_MS = 2_000;

const wirings = new Set<() => unknown>();

/** Defined only during INIT. */
let tasks: (() => Promise<unknown>)[] | undefined;

/** Creates dependencies once, in INIT or at first use, so that importing a file needs no environment. */
export function wired<D>(wire: () => D): () => D {
  let made: { readonly deps: D } | undefined;
  const get = () => {
    made ??= { deps: wire() };
    return made.deps;
  };
  wirings.add(get);
  return get;
}

/** Adds a task to INIT that the first request would otherwise wait for. Has no effect outside INIT. */
export function duringInit(task: () => Promise<unknown>): void {
  tasks?.push(task);
}

/**
 * Wires all dependencies and runs the tasks from `duringInit`. Requests work without this, only slower, so failures are
 * only logged.
 */
export async function initialize(limit = LIMIT_MS): Promise<void> {
  tasks = [];
  for (const get of wirings) attempt(get);
  const started = tasks.map((task) => task().catch(warn));
  tasks = undefined;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => resolve(log.warn('INIT took too long')), limit);
  await Promise.race([Promise.all(started), over]);
  clearTimeout(timer);
}

function attempt(get: () => unknown): void {
  try {
    get();
  } catch (error) {
    warn(error);
  }
}

const warn = (error: unknown) => log.warn('a preparation in INIT failed', { error });
