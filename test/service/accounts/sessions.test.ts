import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Choice } from '../../support/accounts/people/browser.ts';
import type { Api } from '../../support/service/api.ts';
import { eventually } from '../../support/service/eventually.ts';
import { organizationPath, ServiceWithPeople } from '../../support/service/people.ts';
import { expectProblem } from '../../support/service/problems.ts';

/** Tokens that are refused although they have not expired, and roles that apply to the next request. */
describe('the session of a person', () => {
  let people: ServiceWithPeople;
  let admin: Api;

  /** A token of a later second than the end of the session. */
  const signInAgain = (choice: Choice) => eventually('the person signs in again', () => people.signIn(choice));

  async function newMember(email: string, role: string) {
    const member = await people.join(email, role, admin);
    return { ...member, path: `${await organizationPath(admin)}/members/${member.id}` };
  }

  const limitsFor = (api: Api) => api.get('/api/v1/limits');

  beforeAll(async () => {
    people = await ServiceWithPeople.start();
    ({ api: admin } = await people.signIn({ person: 'ada' }));
  });
  afterAll(() => people?.end());

  it('ends when an admin ends it, before the token expires, and goes on after another sign-in', async () => {
    const { api, path } = await newMember('ended@other.example', 'member');
    const key = await people.keyOf(api, { name: 'laptop' });
    expect((await limitsFor(api)).status).toBe(200);

    expect((await admin.delete(`${path}/sessions`)).status).toBe(200);

    expectProblem(await limitsFor(api), 401, 'unauthenticated');
    expect((await limitsFor(key.api)).status).toBe(200);
    const again = await signInAgain({ email: 'ended@other.example' });
    expect((await limitsFor(again.api)).status).toBe(200);
  });

  it('ends with a sign-out, in all programs', async () => {
    const { api } = await newMember('leaving@other.example', 'member');
    const { api: other } = await people.signIn({ email: 'leaving@other.example' });
    expect((await limitsFor(other)).status).toBe(200);

    expect((await api.post('/api/logout')).status).toBe(200);

    for (const one of [api, other]) expectProblem(await limitsFor(one), 401, 'unauthenticated');
    const again = await signInAgain({ email: 'leaving@other.example' });
    expect((await limitsFor(again.api)).status).toBe(200);
  });

  it('has the role and the membership of now with each request', async () => {
    const { api, path } = await newMember('moving@other.example', 'member');
    const first = await people.keyOf(api, { name: 'first' });

    expect((await admin.send('PATCH', path, { body: { role: 'viewer' } })).status).toBe(200);
    expectProblem(await api.post('/api/keys', { name: 'one more' }), 403, 'insufficient_scope');
    expectProblem(await first.api.post('/api/keys'), 403, 'insufficient_scope');
    expect((await admin.delete(path)).status).toBe(200);
    expectProblem(await limitsFor(api), 403, 'not_a_member');
  });
});
