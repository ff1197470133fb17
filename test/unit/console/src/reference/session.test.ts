import { expect, test } from 'vitest';
import { SAMPLE_KEY, sendingAs } from '../../../../../console/src/reference/session.ts';

const API = 'https://api.example';
const person = { id: 'session', orgId: 'org', tokens: { sent: 'token' }, removedFrom: null } as never;
const people = {
  get: () => ({ session: person }),
  token: async () => 'token',
} as never;

/** What arrives of a request with these headers: the credential, by header. */
async function sent(headers: Record<string, string>, { url = `${API}/api/v1/limits`, as = person } = {}) {
  let seen: Headers | undefined;
  const send = sendingAs({ apiKey: '', person: as }, people, API, async (input) => {
    seen = (input as Request).headers;
    return Response.json({});
  });
  await send(url, { headers });
  return [seen?.get('authorization'), seen?.get('x-session-api-key'), seen?.get('x-org-id')];
}

test.each([
  ['Authorization', `Bearer ${SAMPLE_KEY}`],
  ['X-Session-API-Key', SAMPLE_KEY],
])('a request of the reference with the sample key in %s is one of the person', async (name, value) => {
  expect(await sent({ [name]: value })).toEqual(['Bearer token', null, 'org']);
});

test('a key that the reader entered is sent as it is', async () => {
  expect(await sent({ Authorization: 'Bearer acs_own' })).toEqual(['Bearer acs_own', null, null]);
});

test('no other server gets the token, and a request without a credential stays so', async () => {
  expect(await sent({ Authorization: `Bearer ${SAMPLE_KEY}` }, { url: 'https://evil.example/' })).toEqual([
    `Bearer ${SAMPLE_KEY}`,
    null,
    null,
  ]);
  expect(await sent({})).toEqual([null, null, null]);
});
