import { useSyncExternalStore } from 'react';
import { ServiceClock } from '../../../shared/client/service-clock.ts';

/** How often relative times are updated, in milliseconds. */
const EVERY = 5_000;

/** The clock of the service of this tab. Compare times of the service only with it. */
export const serviceClock = new ServiceClock({ onSet: tick });

let now = serviceClock.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = serviceClock.now();
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, EVERY);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const present = (): Date => now;

/** The current time of the service, the same for the whole page. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, present, present);
}
