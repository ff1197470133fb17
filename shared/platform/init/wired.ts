import { log } from '../log.ts';

/** How long the preparations in INIT can take, in milliseconds. Lambda gives INIT 10 seconds. */
const LIMIT_MS = 2_000;

const wirings = new Set<() => unknown>();

/** Is there during INIT only. */
let tasks: (() => Promise<unknown>)[] | undefined;

/** Makes dependencies once, in INIT or at first use, so that importing a file needs no environment. */
export function wired<D>(wire: () => D): () => D {
  let made: { readonly deps: D } | undefined;
  const get = () => {
    made ??= { deps: wire() };
    return made.deps;
  };
  wirings.add(get);
  return get;
}

/** Has INIT do what the first call would otherwise wait for. Outside INIT nothing happens. */
export function duringInit(task: () => Promise<unknown>): void {
  tasks?.push(task);
}

/**
 * Wires all dependencies and runs what they registered by `duringInit`. A call works without any of it, only slower, so
 * a failure is a line in the log.
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

const warn = (error: unknown) => log.warn('INIT could not prepare a call', { error });
