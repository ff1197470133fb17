import type { KeyStore } from './key-store.ts';

/**
 * `fetch` for one session. A 401 ends the session. Its pending requests are then aborted: the next session must not
 * receive their responses.
 */
export function sessionFetch(keys: Pick<KeyStore, 'get' | 'subscribe' | 'refuse'>, apiKey: string): typeof fetch {
  const end = new AbortController();
  const unsubscribe = keys.subscribe(() => {
    if (keys.get().apiKey === apiKey) return;
    unsubscribe();
    end.abort();
  });
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, end.signal]) });
    if (response.status === 401) keys.refuse(apiKey);
    return response;
  };
}
