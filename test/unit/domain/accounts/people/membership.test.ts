import { describe, expect, it } from 'vitest';
import { noLimits } from '../../../../../shared/contract/shapes/limits.ts';
import { organizationOf } from '../../../../../shared/domain/accounts/organization.ts';
import { membershipOf, membershipsFor } from '../../../../../shared/domain/accounts/people/membership.ts';
import { someSettings } from '../../../../support/accounts/people/some-settings.ts';

const row = { person_id: 'ada', role: 'admin', status: 'ACTIVE', managed: false, revision: 0 } as const;
const at = { joined_at: '2030-01-01T00:00:00.000Z', email: null, name: null, limits: noLimits };
const joined = (owner_id: string) => ({ record: { ...row, ...at, owner_id }, role: row.role });
const mine = [joined('first'), joined('second'), joined('third')];
const ownerOf = (...[named, chosen]: [Parameters<typeof membershipOf>[1], string?]) =>
  membershipOf(mine, named, chosen)?.record.owner_id;

it('the owner of a request is the one in X-Org-Id, else in the path, else the chosen one, else the first', () => {
  const third = organizationOf('third');

  expect(ownerOf({})).toBe('first');
  expect(ownerOf({}, 'second')).toBe('second');
  expect(ownerOf({ inPath: third }, 'second')).toBe('third');
  expect(ownerOf({ inPath: third.replaceAll('-', '') }, 'second')).toBe('third');
  expect(ownerOf({ inHeader: 'first', inPath: third }, 'second')).toBe('first');
  expect(ownerOf({ inHeader: third })).toBe('third');
});

it('an owner of which the person is no member is refused in X-Org-Id, and reads as absent in the path', () => {
  const theirs = organizationOf('theirs');

  expect(ownerOf({ inHeader: theirs }, 'second')).toBeUndefined();
  expect(ownerOf({ inPath: theirs }, 'second')).toBe('second');
  expect(ownerOf({}, 'left')).toBe('first');
});

const none = { ownerId: null, role: null };

describe('a role that the provider manages', () => {
  const record = { ...row, ...at, owner_id: 'acme', managed: true };
  const ofDomain = { ...someSettings, signUp: { 'example.com': 'acme' } };
  const ofClaim = { ...someSettings, claims: { ...someSettings.claims, owner: 'org' } };
  const address = { email: 'ada@example.com', isEmailVerified: true };
  type Person = Parameters<typeof membershipsFor>[1];
  const roleFor = (person: Partial<Person> & Pick<Person, 'claimed'>, settings: Parameters<typeof membershipsFor>[2]) =>
    membershipsFor({ memberships: [record] }, { ...address, ...person }, settings)[0]?.role;

  it.each([
    ['a lower group', { claimed: { ownerId: null, role: 'viewer' } }, 'viewer'],
    ['a higher group, before the sign-in', { claimed: { ownerId: null, role: 'operator' } }, 'admin'],
    ['no group, in a domain that makes members', { claimed: none }, 'member'],
    ['no group, with an address that is not verified', { claimed: none, isEmailVerified: false }, undefined],
    ['no group, and another domain', { claimed: none, email: 'ada@other.example' }, undefined],
  ] as const)('is, with %s, never more than the token gives', (_, person, role) => {
    expect(roleFor(person, ofDomain)).toBe(role);
  });

  it.each([
    ['its owner', 'acme', 'viewer', 'viewer'],
    ['its owner without a group', 'acme', null, 'member'],
    ['another owner', 'other', 'admin', undefined],
    ['no owner', null, 'admin', undefined],
  ] as const)('is of a token that names %s', (_, ownerId, role, expected) => {
    expect(roleFor({ claimed: { ownerId, role } }, ofClaim)).toBe(expected);
  });
});
