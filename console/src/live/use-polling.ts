import { useEffect, useEffectEvent } from 'react';
import { polls } from './polls.ts';

interface Options {
  readonly isMoving?: boolean;
  /** The shortest time between two calls while nothing is under way, in milliseconds. */
  readonly atLeast?: number;
  readonly isEnabled?: boolean;
}

/** Calls a function as often as a query of this page is refreshed: never in the background, at once on a return. */
export function usePolling(refresh: () => void, { isMoving = false, atLeast = 0, isEnabled = true }: Options): void {
  const call = useEffectEvent(refresh);
  useEffect(() => {
    if (!isEnabled) return;
    let isActive = true;
    let isLate = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poller = { isActive: () => isActive };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, polls.next(poller, isMoving, atLeast));
    };
    const look = (): void => {
      isLate = document.hidden;
      if (isLate) return;
      call();
      wait();
    };
    const onShown = (): void => {
      if (isLate) look();
    };
    const stopReturns = polls.presence.onReturn(look);
    document.addEventListener('visibilitychange', onShown);
    wait();
    return () => {
      isActive = false;
      clearTimeout(timer);
      stopReturns();
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [isMoving, atLeast, isEnabled]);
}
