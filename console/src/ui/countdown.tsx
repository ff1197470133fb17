import { duration } from '../format/time.ts';
import { useNow } from '../live/now.ts';
import { Time } from './time.tsx';

/** How long it is until a moment, counted down, and the moment itself. */
export function Countdown({ until }: { readonly until: string }) {
  const left = Date.parse(until) - useNow().getTime();
  return (
    <span className="grid">
      <span className="font-medium tabular-nums">{left > 0 ? `in ${duration(left)}` : 'due now'}</span>
      <span className="text-ink-soft text-xs">
        <Time as="clock" value={until} />
      </span>
    </span>
  );
}
