import { useSyncExternalStore } from 'react';

/** How often relative times are updated, in milliseconds. */
const EVERY = 5_000;

let now = new Date();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const tell of listeners) tell();
  }, EVERY);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const present = (): Date => now;

/** The current time, the same for the whole page. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, present, present);
}
