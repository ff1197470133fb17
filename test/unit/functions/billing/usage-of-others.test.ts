import { expect, it } from 'vitest';
import { getUsage } from '../../../../functions/billing/get-usage.ts';
import type { Role } from '../../../../shared/contract/shapes/roles.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import { aUsageRow } from '../../../support/billing/usage-data.ts';
import { invoke } from '../../../support/http/invoke.ts';

const [ann, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

/** Usage of Ann, of Bob, and of a key of no member. */
const rows = [
  { of: 'ann', lineages: ['ann-key', ann] },
  { of: 'bob', lineages: ['bob-key', bob] },
  { of: 'service', lineages: ['service-key'] },
].map(({ of, lineages }) =>
  aUsageRow({
    ...{ usage_key: of, sandbox_id: `${of}-box`, conversation_ids: [`${of}-talk`] },
    ...{ api_key_id: `${of}-key`, lineages, spec_id: `${of}-spec` },
  }),
);
const deps = {
  ledger: { intervals: async () => rows },
  calls: {
    of: async () => ['ann-key', 'bob-key'].map((keyId) => ({ keyId, hour: '2026-11-21T12', calls: 3, legacyCalls: 0 })),
  },
  prices: pricesOf('us-east-1'),
  now: () => new Date('2026-11-21T15:00:00.000Z'),
};

async function groupsFor(personId: string | undefined, role: Role, query: Record<string, string>) {
  const person = personId === undefined ? {} : { person: { id: personId, role, name: null, email: null } };
  const { body } = await invoke(getUsage, deps, { query, caller: { keyId: 'bob-key', ...person } });
  const items: { group: string | null; split: string | null }[] = body.items;
  return [...new Set(items.flatMap(({ group, split }) => ('split_by' in query ? split : group)))];
}

it.each([
  ['sandbox', ['bob-box', 'service-box', null]],
  ['conversation', ['bob-talk', 'service-talk', null]],
  ['key', ['bob-key', 'service-key', null]],
  ['member', [bob, null]],
  ['spec', ['ann-spec', 'bob-spec', 'service-spec', null]],
])('a member does not see by %s what other members used', async (by, shown) => {
  const queries: Record<string, string>[] = [{ group_by: by }, { group_by: 'day', split_by: by }];
  for (const query of queries) {
    expect(await groupsFor(bob, 'member', query)).toEqual(shown);
    expect(await groupsFor(bob, 'viewer', query)).toEqual(shown);
    const whole = await groupsFor(bob, 'admin', query);
    expect(whole.some((name) => name?.startsWith('ann') || name === ann)).toBe(true);
    expect(await groupsFor(undefined, 'member', query)).toEqual(whole);
  }
});

it('the totals of a report are the same for all', async () => {
  const totalsFor = async (role: Role) => {
    const person = { id: bob, role, name: null, email: null };
    return (await invoke(getUsage, deps, { query: { group_by: 'member' }, caller: { person } })).body.totals;
  };

  expect(await totalsFor('viewer')).toEqual(await totalsFor('admin'));
});
