import { describe, expect, it } from 'vitest';
import { noLimits } from '../../../../../shared/contract/shapes/limits.ts';
import { identifyPerson } from '../../../../../shared/domain/accounts/callers/identify-person.ts';
import { isStillUsable } from '../../../../../shared/domain/accounts/callers/still-usable.ts';
import type { KeyRecord } from '../../../../../shared/domain/accounts/keys/key-record.ts';
import { IssuerKeys } from '../../../../../shared/domain/accounts/people/issuer-keys.ts';
import type { KnownPerson, MemberRecord } from '../../../../../shared/domain/accounts/people/member-record.ts';
import { personIdOf } from '../../../../../shared/domain/accounts/people/person.ts';
import { TokenIssuer } from '../../../../support/accounts/oidc-provider.ts';

const now = new Date('2026-11-29T08:00:00.000Z');
const seconds = now.getTime() / 1000;

/** Ada with a token of now, who is a member of acme and of other. */
async function scene(acme: Partial<MemberRecord> = {}, person: Partial<KnownPerson['person']> = {}) {
  const issuer = await TokenIssuer.start();
  const settings = issuer.settings();
  const person_id = personIdOf(issuer.issuer, 'ada');
  const row = { person_id, role: 'admin' as const, status: 'ACTIVE' as const, managed: false, limits: noLimits };
  const rest = { joined_at: now.toISOString(), email: null, name: null, revision: 0 };
  const times = { first_sign_in_at: now.toISOString(), last_sign_in_at: now.toISOString() };
  const own = { person_id, issuer: issuer.issuer, subject: 'ada', email: null, name: null, picture: null, ...times };
  const known: KnownPerson = {
    person: { ...own, ...person },
    memberships: [
      { ...row, ...rest, owner_id: 'acme', ...acme },
      { ...row, ...rest, owner_id: 'other' },
    ],
  };
  const members = { known: async () => known, find: async () => undefined };
  const keys = { find: async () => undefined };
  const issuerKeys = new IssuerKeys(issuer.issuer, () => now);
  const token = { kind: 'token' as const, text: issuer.mint(now), scheme: 'bearer' as const };
  const callerFor = async (owner: string | undefined) =>
    (await identifyPerson(token, { inHeader: owner }, { settings, issuerKeys, members, now: () => now }))?.caller;
  return { callerFor, known, lookup: { keys, members } };
}

/** A key of Ada's for acme. */
const find = async (): Promise<KeyRecord> => ({
  ...{ key_id: 'key', owner_id: 'acme', name: null, hash: '', last4: '', limits: noLimits },
  ...{ created_at: now.toISOString(), created_by: 'ada', member_id: 'ada', expires_at: null, revoked_at: null },
});

describe('a session that an admin ended', () => {
  it('is refused for this owner, and goes on for others', async () => {
    const { callerFor } = await scene({ signed_out_at: seconds });

    expect(await callerFor('acme')).toBeUndefined();
    expect(await callerFor(undefined)).toBeUndefined();
    expect(await callerFor('other')).toMatchObject({ ownerId: 'other' });
  });

  it('ends for long requests that go on', async () => {
    const { callerFor, lookup, known } = await scene();
    const caller = await callerFor('acme');
    if (!caller) throw new Error('no caller');
    expect(await isStillUsable(caller, lookup, now)).toBe(true);

    Object.assign(known.memberships[0] ?? {}, { signed_out_at: seconds });

    expect(await isStillUsable(caller, lookup, now)).toBe(false);
  });

  it('ends for long requests that go on, also when the role is lowered', async () => {
    const { callerFor, lookup, known } = await scene();
    const caller = await callerFor('acme');
    if (!caller) throw new Error('no caller');
    const lookupOfKey = { members: { ...lookup.members, find: async () => known.memberships[0] }, keys: { find } };
    const ofKey = { ...caller, credential: 'key' as const, keyId: 'key', scopes: ['conversations:read'] as const };
    const usable = () => Promise.all([isStillUsable(caller, lookup, now), isStillUsable(ofKey, lookupOfKey, now)]);
    expect(await usable()).toEqual([true, true]);

    for (const [role, isUsable] of [
      ['member', false],
      ['operator', true],
    ] as const) {
      Object.assign(known.memberships[0] ?? {}, { role });
      expect([role, await usable()]).toEqual([role, [isUsable, isUsable]]);
    }
  });

  it('is followed by a new one, with a token of a later second', async () => {
    const { callerFor } = await scene({ signed_out_at: seconds - 1 });

    expect(await callerFor('acme')).toMatchObject({ ownerId: 'acme' });
  });
});

it('a person who signed out is refused everywhere', async () => {
  const { callerFor } = await scene({}, { signed_out_at: seconds });

  for (const owner of ['acme', 'other', undefined]) expect(await callerFor(owner)).toBeUndefined();
});
