import { clockTime, fromNow, untilDeadline, utcTime } from '../../../shared/presentation/time.ts';
import { useNow } from '../live/now.ts';
import { usePreferences } from '../preferences/preferences.ts';

interface Props {
  /** As the service returns it (RFC 3339). */
  readonly value: string;
  /** `relative`: how long ago or until. `deadline`: until it, or now. `clock`: date and time. */
  readonly as?: 'relative' | 'deadline' | 'clock';
}

/** A moment in the reader's time zone, or in UTC if preferred; the tooltip has both. */
export function Time({ value, as = 'relative' }: Props) {
  const now = useNow();
  const { isUtc } = usePreferences();
  const moment = new Date(value);
  // Untrusted text can contain an invalid time.
  if (Number.isNaN(moment.getTime())) return value;
  const title = `${clockTime(moment, false)} (your time)\n${utcTime(moment)}`;
  return (
    <time className="whitespace-nowrap" dateTime={value} title={title}>
      {as === 'clock'
        ? clockTime(moment, isUtc)
        : as === 'deadline'
          ? untilDeadline(moment, now)
          : fromNow(moment, now)}
    </time>
  );
}
