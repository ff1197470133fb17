import { beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../../../../shared/contract/endpoint/caller.ts';
import { noLimits } from '../../../../../shared/contract/shapes/limits.ts';
import { signedInFrom } from '../../../../../shared/domain/accounts/people/claims.ts';
import { IssuerKeys } from '../../../../../shared/domain/accounts/people/issuer-keys.ts';
import { callerAs } from '../../../../../shared/domain/accounts/people/membership.ts';
import type { OidcSettings } from '../../../../../shared/domain/accounts/people/oidc-settings.ts';
import { verifyToken } from '../../../../../shared/domain/accounts/people/verify-token.ts';
import { type Claims, TokenIssuer } from '../../../../support/accounts/oidc-provider.ts';

const now = new Date('2026-11-29T08:00:00.000Z');
const seconds = now.getTime() / 1000;

describe('the person of a token', () => {
  let issuer: TokenIssuer;
  let keys: IssuerKeys;

  const verified = (own: Claims) =>
    verifyToken(issuer.mint(now, own), { settings: issuer.settings(), keys, now: () => now });

  /** The person that the claims describe. @throws for a token that is refused */
  async function personOf(own: Claims, settings: Partial<OidcSettings> = {}): Promise<SignedIn> {
    const token = await verified(own);
    if (!token) throw new Error(`the token with ${JSON.stringify(own)} was refused`);
    return signedInFrom(token, issuer.settings(settings));
  }

  beforeEach(async () => {
    issuer = await TokenIssuer.start();
    keys = new IssuerKeys(issuer.issuer, () => now);
  });

  it('with unusual letters means what it says, on one line', async () => {
    const name = 'Zoë \u{1f469}\u200d\u{1f4bb}\n\u202eadmin\u0000';
    const person = await personOf({ sub: 'žluťoučký\u0000kůň', name, email: 'ADA@Exämple.com' });

    expect(person.name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(person).toMatchObject({ subject: 'žluťoučký\u0000kůň', email: 'ada@exämple.com' });
  });

  it('gives no two people the same id, whatever their subjects look like', async () => {
    const subjects = ['ada', 'Ada', 'ada ', 'ada\u0000', 'ad\u0430', 'a\u0301da', '\u00e1da', '../ada', 'ada/ada'];
    const people = await Promise.all(subjects.map((sub) => personOf({ sub })));

    expect(new Set(people.map(({ id }) => id)).size).toBe(subjects.length);
    // Halves of characters have no bytes of their own, so hashes do not tell them apart.
    for (const sub of ['ada\ud800', 'ada\ud801']) expect(await verified({ sub })).toBeUndefined();
  });

  it.each<[Claims, boolean, boolean]>([
    [{ email_verified: true }, false, true],
    [{ email_verified: 'true' }, false, true],
    [{ email_verified: false }, false, false],
    [{ email_verified: 'false' }, false, false],
    [{ email_verified: 1 }, false, false],
    [{ email_verified: undefined }, false, false],
    [{ email_verified: undefined }, true, true],
    [{ email_verified: false }, true, false],
    [{ email: undefined, email_verified: true }, true, false],
    [{ email: ['ada@example.com'], email_verified: true }, true, false],
    [{ email: 'ada@example.com, grace@example.com', email_verified: true }, true, false],
  ])('with %j, and trustEmail %s, has a verified address: %s', async (own, trustEmail, isEmailVerified) => {
    expect(await personOf(own, { trustEmail })).toMatchObject({ isEmailVerified });
  });

  it.each<[unknown, string | null]>([
    [['staff'], 'member'],
    ['bosses', 'admin'],
    [['other', 'staff', 'bosses'], 'admin'],
    [['Bosses'], null],
    [['__proto__', 'constructor', 'toString'], null],
    [[['bosses']], null],
    [{ bosses: true }, null],
    ['staff,bosses', null],
    [undefined, null],
  ])('with the groups %j has the role %s', async (groups, role) => {
    expect((await personOf({ groups })).claimed.role).toBe(role);
  });

  it.each<[string, string | null]>([
    ['ADA@Example.COM', 'ada@example.com'],
    // The Kelvin sign, whose lower case is an ASCII letter.
    ['mi\u212ae@example.com', 'mi\u212ae@example.com'],
    ['mike@\u212aelvin.example', 'mike@\u212aelvin.example'],
    ['\u0130da@example.com', '\u0130da@example.com'],
    ['ada\u202e@example.com', null],
    ['ad\u200ba@example.com', null],
    ['ada@example.com\u0000', null],
    ['ada\ud800@example.com', null],
    ['ada @example.com', null],
    ['ada@evil.example@example.com', null],
  ])('with the address %j has the address %j, which equals no other one', async (email, address) => {
    expect((await personOf({ email })).email).toBe(address);
  });

  it('has an address for others only if the provider vouches for it', async () => {
    const record = {
      ...{ person_id: 'ada', owner_id: 'acme', role: 'member' as const, status: 'ACTIVE' as const, managed: false },
      ...{ joined_at: now.toISOString(), email: null, name: null, limits: noLimits, revision: 0 },
    };
    const callerWith = async (own: Claims) =>
      callerAs({ record, role: 'member' }, await personOf(own), { scheme: 'bearer', issuedAt: seconds });

    expect(await callerWith({})).toMatchObject({ person: { email: 'ada@example.com' } });
    const claims = { email: 'boss@example.com', email_verified: false, name: undefined };
    expect(await callerWith(claims)).toMatchObject({ keyName: null, person: { email: null } });
  });

  it('has a time of whole seconds, so that a sign-out of the same second ends it', async () => {
    expect((await personOf({ iat: seconds + 0.9 })).issuedAt).toBe(seconds);
  });
});
