import { describe, expect, it } from 'vitest';
import { conditionally } from '../../../shared/client/conditional-fetch.ts';

/** A service with one resource. `seen` has the conditions of its requests. */
function aService(state: { text: string; type?: string; status?: number; caching?: string }) {
  const seen: (string | null)[] = [];
  const send = conditionally(async (input) => {
    const { headers, method } = input as Request;
    seen.push(headers.get('if-none-match'));
    const { text, type = 'application/json', status = 200, caching = 'no-store' } = state;
    const own = {
      'content-type': type,
      'cache-control': caching,
      etag: `"${text}"`,
      'x-request-id': String(seen.length),
    };
    if (method === 'GET' && seen.at(-1) === own.etag)
      return new Response(null, { status: 304, headers: { ...own, 'content-length': '0' } });
    return new Response(text, { status, headers: own });
  });
  return { seen, send };
}

const url = 'https://api.example.com/things';

describe('a conditional fetch', () => {
  it('asks whether a response has changed, and returns the kept one if not', async () => {
    const state = { text: '1' };
    const { seen, send } = aService(state);
    await send(url);
    const again = await send(url);
    expect(again.status).toBe(200);
    expect(await again.json()).toBe(1);
    // openapi-fetch takes a response of length 0 for one without a body.
    expect(again.headers.get('content-length')).toBeNull();
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(again.headers.get('x-request-id')).toBe('2');

    state.text = '2';
    expect(await (await send(url)).json()).toBe(2);
    expect(await (await send(url)).json()).toBe(2);
    expect(seen).toEqual([null, '"1"', '"1"', '"2"']);
  });

  it('forgets a response after a failure', async () => {
    const state = { text: '1', status: 200 };
    const { seen, send } = aService(state);
    await send(url);
    Object.assign(state, { text: '{}', status: 404 });
    expect((await send(url)).status).toBe(404);
    await send(url);
    expect(seen).toEqual([null, '"1"', null]);
  });

  it('leaves changes, own conditions, other types and what the browser caches alone', async () => {
    const { seen, send } = aService({ text: '1' });
    await send(url);
    await send(url, { method: 'POST' });
    const own = await send(url, { headers: { 'If-None-Match': '"1"' } });
    expect(own.status).toBe(304);
    expect(seen).toEqual([null, null, '"1"']);

    const other = aService({ text: 'a,b', type: 'text/csv' });
    await other.send(url);
    expect(await (await other.send(url)).text()).toBe('a,b');
    expect(other.seen).toEqual([null, null]);

    const cached = aService({ text: '1', caching: 'private, no-cache' });
    await cached.send(url);
    await cached.send(url);
    expect(cached.seen).toEqual([null, null]);
  });

  it('keeps no more than a hundred responses', async () => {
    const { seen, send } = aService({ text: '1' });
    for (let n = 0; n <= 100; n += 1) await send(`${url}/${n}`);
    await send(`${url}/0`);
    await send(`${url}/100`);
    expect(seen.slice(-2)).toEqual([null, '"1"']);
  });
});
