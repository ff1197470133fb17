/** Something that is made of the environment, once, and kept for as long as its execution environment lives. */
interface Wiring {
  readonly make: () => unknown;
  /** @returns whether there was something to forget */
  readonly forget: () => boolean;
}

const wirings = new Set<Wiring>();

/**
 * Makes dependencies when they are first asked for, so that importing a file needs no environment. INIT asks for them
 * before the first request does.
 */
export function wired<D>(wire: () => D): () => D {
  let made: { readonly deps: D } | undefined;
  const get = () => {
    made ??= { deps: wire() };
    return made.deps;
  };
  const forget = () => {
    const wasMade = made !== undefined;
    made = undefined;
    return wasMade;
  };
  wirings.add({ make: get, forget });
  return get;
}

/** Forgets everything made so far, with what it learnt. @returns what makes the same anew */
export function forgetWired(): () => void {
  const forgotten = [...wirings].filter(({ forget }) => forget());
  return () => {
    for (const { make } of forgotten) make();
  };
}
