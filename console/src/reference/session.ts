import { personFetch } from '../people/person-fetch.ts';
import type { PersonSession, PersonStore } from '../people/person-store.ts';
import type { KeyStore } from '../session/key-store.ts';
import type { Stores } from '../session/stores.ts';

/** Who sends the requests of the reference. */
export interface ReferenceSession {
  /** Empty without a key. */
  readonly apiKey: string;
  readonly person: PersonSession | null;
}

/** What samples show in place of the token of a person, which ends soon and must not get into scripts. */
export const SAMPLE_KEY = 'YOUR_API_KEY';

/** The session once other tabs have been asked for theirs. As in the console, a key comes first. */
export async function settled({ keys, people }: Stores): Promise<ReferenceSession> {
  const asked = people.get().session === null ? people.askTabs() : undefined;
  await Promise.all([settledKey(keys), asked]);
  return sessionOf({ keys, people });
}

/** Whether the tab still has this session, with the same or with renewed tokens. */
export function isCurrent({ apiKey, person }: ReferenceSession, stores: Stores): boolean {
  const now = sessionOf(stores);
  return now.apiKey === apiKey && now.person?.id === person?.id;
}

function sessionOf({ keys, people }: Stores): ReferenceSession {
  const { apiKey } = keys.get();
  return apiKey === null ? { apiKey: '', person: people.get().session } : { apiKey, person: null };
}

function settledKey({ get, subscribe }: KeyStore): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!get().isAsking) resolve();
    };
    subscribe(look);
    look();
  });
}

/** `fetch` that sends requests with the sample key to the service as the person. Others have a key that was entered. */
export function sendingAs(
  { person }: ReferenceSession,
  people: PersonStore,
  apiUrl: string,
  send: typeof fetch = fetch,
): typeof fetch {
  if (person === null) return send;
  const asPerson = personFetch(people, person, send);
  return (input, init) => {
    const request = new Request(input, init);
    const isOurs = new URL(request.url).origin === new URL(apiUrl).origin;
    const isSample = [...request.headers.values()].some((one) => one === SAMPLE_KEY || one === `Bearer ${SAMPLE_KEY}`);
    return isOurs && isSample ? asPerson(request) : send(request);
  };
}
