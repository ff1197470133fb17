import type { Clock } from '../../../platform/clock.ts';
import { derivedId, newId } from '../../../platform/ids.ts';

/** What a request and its repetitions have in common. */
interface RequestName {
  readonly name: string;
  readonly at: string;
}

/** The ids that a request gives to what it makes. A repeated request gives the same, so that it makes nothing twice. */
export function idsOf(once: RequestName | undefined, now: Clock): (what: string) => string {
  const made = new Map<string, string>();
  return (what) => {
    const id = made.get(what) ?? (once ? derivedId(new Date(once.at), `${once.name} ${what}`) : newId(now()));
    made.set(what, id);
    return id;
  };
}
