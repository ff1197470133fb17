import type { Connection } from '../live/connection.ts';
import type { KeyStore } from './key-store.ts';
import { noAnswer, patienceOf } from './patience.ts';

type Keys = Pick<KeyStore, 'get' | 'subscribe' | 'refuse'>;

/** `fetch` for the session of one key. A 401 ends the session. */
export function sessionFetch(keys: Keys, apiKey: string, connection: Pick<Connection, 'watch'>): typeof fetch {
  const isOver = () => keys.get().apiKey !== apiKey;
  const send = watchedFetch({ subscribe: keys.subscribe, isOver }, connection);
  return async (input, init) => {
    const response = await send(input, init);
    if (response.status === 401) keys.refuse(apiKey);
    return response;
  };
}

interface Watched {
  readonly subscribe: (listener: () => void) => () => void;
  readonly isOver: () => boolean;
}

/**
 * `fetch` for one session. Its pending requests are aborted when it ends: the next session must not receive their
 * responses. Requests without a response are given up, and told to the connection.
 */
export function watchedFetch({ subscribe, isOver }: Watched, connection: Pick<Connection, 'watch'>): typeof fetch {
  const end = new AbortController();
  const unsubscribe = subscribe(() => {
    if (!isOver()) return;
    unsubscribe();
    end.abort();
  });
  return async (input, init) => {
    const request = new Request(input, init);
    const patience = patienceOf(request);
    const tooLong = new AbortController();
    const giveUpAfter = (milliseconds: number) => setTimeout(() => tooLong.abort(noAnswer(milliseconds)), milliseconds);
    const timer = patience && giveUpAfter(patience.response);
    const watched = connection.watch();
    try {
      const signal = AbortSignal.any([request.signal, end.signal, tooLong.signal]);
      const response = await fetch(request, { signal });
      watched.answered();
      clearTimeout(timer);
      if (patience) giveUpAfter(patience.body);
      return response;
    } catch (error) {
      clearTimeout(timer);
      if (request.signal.aborted || end.signal.aborted) watched.dropped();
      else watched.unanswered();
      throw error;
    }
  };
}
