/** Without flags, which OpenAPI patterns do not support. */
const FORM =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?\s*([Zz]|[+\- ]?(?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/** Longer than any form of such a time. */
const LONGEST = 64;

/** The description of such a time in the OpenAPI document. */
export const agentTimeForm = {
  pattern: FORM.source,
  description:
    'An ISO 8601 date-time or date, in UTC unless it names a time zone. Leap seconds and years outside 0000 to 9999 (UTC) are not allowed.',
};

/** A time of an agent server as UTC with microseconds, which sorts as text. Without a time zone it is UTC. */
export function agentTime(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const [, date, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = FORM.exec(text.trim()) ?? [];
  if (date === undefined) return undefined;
  const time = new Date(`${date}T${minutes}:${seconds}${zoneOf(zone)}`);
  if (Number.isNaN(time.getTime())) return undefined;
  const whole = time.toISOString();
  // A time zone can move a time out of the years that sort as text.
  return /^\d{4}-/.test(whole) ? `${whole.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z` : undefined;
}

/** The time zone in the format of JavaScript. In a query string, a plus sign arrives as a space or is missing. */
function zoneOf(zone: string): string {
  if (/^z$/i.test(zone)) return 'Z';
  const [, sign = '+', hours, minutes] = /^([+-]?) ?(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return `${sign || '+'}${hours}:${minutes}`;
}
