import { clockTime, fromNow, utcTime } from '../../../shared/presentation/time.ts';
import { useNow } from '../live/now.ts';
import { usePreferences } from '../preferences/preferences.ts';

interface Props {
  /** As the service gives it (RFC 3339). */
  readonly value: string;
  /** `relative`: how long ago or until. `clock`: date and time. */
  readonly as?: 'relative' | 'clock';
}

/** A moment in the reader's zone, or in UTC where they chose it; both are at hand under the pointer. */
export function Time({ value, as = 'relative' }: Props) {
  const now = useNow();
  const { isUtc } = usePreferences();
  const moment = new Date(value);
  // Texts of others may have what only looks like a moment.
  if (Number.isNaN(moment.getTime())) return value;
  const title = `${clockTime(moment, false)} (your time)\n${utcTime(moment)}`;
  return (
    <time className="whitespace-nowrap" dateTime={value} title={title}>
      {as === 'relative' ? fromNow(moment, now) : clockTime(moment, isUtc)}
    </time>
  );
}
