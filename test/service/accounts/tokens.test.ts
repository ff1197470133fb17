import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Claims, issuerKey, signed } from '../../support/accounts/oidc-provider.ts';
import { Api } from '../../support/service/api.ts';
import { ServiceWithPeople } from '../../support/service/people.ts';
import { expectProblem } from '../../support/service/problems.ts';

/** The parts of a token as objects. */
function partsOf(token: string): readonly [header: Claims, claims: Claims] {
  const [header = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return [JSON.parse(header), JSON.parse(claims)];
}

describe('tokens at the front door', () => {
  let people: ServiceWithPeople;
  let token = '';

  const at = (headers: Readonly<Record<string, string>>) =>
    new Api(people.address.baseUrl).send('GET', '/api/v1/sandbox-specs/search', { headers });
  const bearer = (text: string) => at({ Authorization: `Bearer ${text}` });

  beforeAll(async () => {
    people = await ServiceWithPeople.start();
    ({ token } = await people.signIn({ person: 'ada' }));
  });

  afterAll(() => people?.end());

  it('let a member in, by either header', async () => {
    expect((await bearer(token)).status).toBe(200);
    expect((await at({ 'X-Session-API-Key': token })).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['an algorithm of none', () => signed({ ...partsOf(token)[0], alg: 'none' }, partsOf(token)[1], undefined)],
    ['the key of someone else', () => signed(partsOf(token)[0], partsOf(token)[1], issuerKey().privateKey)],
    ['a changed claim', () => changed(token, { sub: 'grace' })],
    ['a cut signature', () => token.slice(0, -8)],
    ['no signature', () => token.replace(/[^.]*$/, '')],
    ['a fourth part', () => `${token}.x`],
    ['9 KB', () => `${'a'.repeat(3_000)}.${'a'.repeat(3_000)}.${'a'.repeat(3_000)}`],
  ])('refuse one with %s', async (_, make) => {
    expectProblem(await bearer(make()), 401, 'unauthenticated');
  });

  it('refuse one that was made for another client of the provider', async () => {
    const [header, claims] = partsOf(token);

    expectProblem(
      await bearer(signed(header, { ...claims, aud: 'other' }, issuerKey().privateKey)),
      401,
      'unauthenticated',
    );
  });
});

function changed(token: string, claims: object): string {
  const [header = '', , signature = ''] = token.split('.');
  const payload = JSON.stringify({ ...partsOf(token)[1], ...claims });
  return `${header}.${Buffer.from(payload).toString('base64url')}.${signature}`;
}
