import { useSilence } from '../live/use-connection.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { Notice } from './notice.tsx';

/** Says once for the whole page that the service does not answer. */
export function ConnectionBar() {
  const silence = useSilence();
  const { isUtc } = usePreferences();
  if (!silence) return null;
  const { since, isOffline } = silence;
  const lead = isOffline ? 'You are offline. ' : '';
  const when = since === undefined ? 'No answer yet' : `No answer since ${minuteOf(since, isUtc)}`;
  return (
    <div className="sticky top-16 z-10 lg:top-2">
      <Notice title={`${lead}${when}. Retrying`} tone="warn" />
    </div>
  );
}

/** `21:49`; with the day if it is not today. */
function minuteOf(moment: Date, isUtc: boolean): string {
  const zone = isUtc ? { timeZone: 'UTC' } : {};
  const day = (at: Date) => at.toLocaleDateString('en-GB', zone);
  const isToday = day(moment) === day(new Date());
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(!isToday && { dateStyle: 'medium' }),
    timeStyle: 'short',
    ...zone,
  });
  return `${format.format(moment)}${isUtc ? ' UTC' : ''}`;
}
