import { beforeEach, describe, expect, test } from 'vitest';
import { personFetch } from '../../../../../console/src/people/person-fetch.ts';

/** What happened to the session. */
let happened: string[];
let tokens: { current: string; next: string | null };
let requests: { readonly token: string | null; readonly org: string | null; readonly body: string }[];
/** The status of a request with a token. */
let statusOf: (token: string) => Response;

const session = { id: 'session', orgId: 'org' };

const MINUTE = 60_000;
/** When the current token arrived, in milliseconds. It is valid for an hour. */
let arrivedAt: number;

const people = {
  get: () => {
    const of = { sent: tokens.current, refreshToken: 'refresh', arrivedAt, expiresAt: arrivedAt + 60 * MINUTE };
    return { session: { ...session, tokens: of }, ended: null, failure: null, isPending: false } as never;
  },
  token: async () => tokens.current,
  renewed: async () => {
    happened.push('renewed');
    return tokens.next;
  },
  refuse: () => void happened.push('refused'),
  lose: (_: string, org: string | null) => void happened.push(`lost ${org}`),
};

const service: typeof fetch = async (input) => {
  const request = input as Request;
  const token = request.headers.get('authorization');
  requests.push({ token, org: request.headers.get('x-org-id'), body: await request.text() });
  expect(request.headers.has('x-session-api-key')).toBe(false);
  return statusOf(token?.replace('Bearer ', '') ?? '');
};

const send = personFetch(people, session, service);
const ask = () => send('https://api.example/', { method: 'POST', body: 'text', headers: { 'X-Session-API-Key': '' } });

beforeEach(() => {
  [happened, requests] = [[], []];
  tokens = { current: 'one', next: 'two' };
  arrivedAt = Date.now() - 10 * MINUTE;
  statusOf = () => Response.json({});
});

describe('requests of a person', () => {
  test('carry the token and the organization', async () => {
    await ask();
    expect(requests).toEqual([{ token: 'Bearer one', org: 'org', body: 'text' }]);
  });

  test.each([
    ['has expired', 90 * MINUTE],
    ['is so new that it can be from the second of a sign-out', 2_000],
  ])('are repeated with their content and a new token when the first one %s', async (_, age) => {
    arrivedAt = Date.now() - age;
    statusOf = (token) => Response.json({}, { status: token === 'one' ? 401 : 200 });
    expect((await ask()).status).toBe(200);
    expect(requests.map(({ token, body }) => [token, body])).toEqual([
      ['Bearer one', 'text'],
      ['Bearer two', 'text'],
    ]);
    expect(happened).toEqual(['renewed']);
  });

  test('end the session if the new token is refused, too', async () => {
    arrivedAt = Date.now() - 90 * MINUTE;
    statusOf = () => Response.json({}, { status: 401 });
    expect((await ask()).status).toBe(401);
    expect(happened).toEqual(['renewed', 'refused']);
  });

  test('end the session if the new token is refused in another request, as a renewal aborts those of a page', async () => {
    arrivedAt = Date.now();
    statusOf = (token) => {
      if (token === 'two' && tokens.current === 'one') {
        tokens = { current: 'two', next: 'three' };
        throw new DOMException('The query has another key now.', 'AbortError');
      }
      return Response.json({}, { status: 401 });
    };
    await expect(ask()).rejects.toThrow('another key');

    expect((await ask()).status).toBe(401);

    expect(happened).toEqual(['renewed', 'refused']);
  });

  test('go on with a new token that was accepted, and can be renewed again', async () => {
    arrivedAt = Date.now() - 90 * MINUTE;
    statusOf = (token) => Response.json({}, { status: token === 'one' ? 401 : 200 });
    await ask();
    tokens = { current: 'two', next: 'three' };
    statusOf = (token) => Response.json({}, { status: token === 'two' ? 401 : 200 });

    expect((await ask()).status).toBe(200);

    expect(happened).toEqual(['renewed', 'renewed']);
  });

  test('end the session when an administrator ended it: a renewal would undo that', async () => {
    statusOf = (token) => Response.json({}, { status: token === 'one' ? 401 : 200 });
    expect((await ask()).status).toBe(401);
    expect(requests.map(({ token }) => token)).toEqual(['Bearer one', 'Bearer one']);
    expect(happened).toEqual(['refused']);
  });

  test('are repeated when a change of the membership overtook them, and the session goes on', async () => {
    statusOf = () => Response.json({}, { status: requests.length === 1 ? 401 : 200 });
    expect((await ask()).status).toBe(200);
    expect(requests.map(({ body }) => body)).toEqual(['text', 'text']);
    expect(happened).toEqual([]);
  });

  test('are not repeated if there is no other token', async () => {
    arrivedAt = Date.now() - 90 * MINUTE;
    tokens.next = null;
    statusOf = () => Response.json({}, { status: 401 });
    expect((await ask()).status).toBe(401);
    expect(requests).toHaveLength(1);
  });

  test('tell that the person is no longer a member, and leave other refusals to the page', async () => {
    statusOf = () => Response.json({ code: 'insufficient_scope' }, { status: 403 });
    await ask();
    expect(happened).toEqual([]);
    statusOf = () => Response.json({ code: 'not_a_member' }, { status: 403 });
    expect((await (await ask()).json()).code).toBe('not_a_member');
    expect(happened).toEqual(['lost org']);
  });

  test('do not believe what a file or another server says about the membership', async () => {
    statusOf = () =>
      new Response('{"code":"not_a_member"}', { status: 403, headers: { 'Content-Type': 'text/plain' } });
    await ask();
    statusOf = () => Response.json({ code: 'forbidden', detail: '"code":"not_a_member"' }, { status: 403 });
    await ask();
    expect(happened).toEqual([]);
  });
});
