import { duration } from '../../../shared/presentation/time.ts';
import { useNow } from '../live/now.ts';
import { Time } from './time.tsx';

interface Props {
  readonly until: string;
  /** What happens then, such as "Pauses". */
  readonly what: string;
}

/** How long it is until something happens, counted down, and the moment itself. */
export function Countdown({ until, what }: Props) {
  const left = Date.parse(until) - useNow().getTime();
  return (
    <span className="grid">
      <span className="font-medium tabular-nums">
        {what} {left > 0 ? `in ${duration(left)}` : 'now'}
      </span>
      <span className="text-ink-soft text-xs">
        <Time as="clock" value={until} />
      </span>
    </span>
  );
}
