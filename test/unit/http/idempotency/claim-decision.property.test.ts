import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { type LimitName, type Limits, limitNames } from '../../../../shared/contract/shapes/limits.ts';
import { holds, scopes } from '../../../../shared/contract/shapes/scopes.ts';
import {
  type ClaimingRequest,
  type ClaimRecord,
  decideOnClaim,
  makerOf,
} from '../../../../shared/http/idempotency/claim.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { searchSize } from '../../../support/search-size.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const seconds = NOW.getTime() / 1000;

const some = <T>(list: readonly T[]) => fc.subarray([...list]);
const limit = fc.option(fc.integer({ min: 0, max: 3 }));
const limits: fc.Arbitrary<Limits> = fc.record({
  sandboxes: limit,
  requests_per_minute: limit,
  monthly_budget_usd: limit,
  monthly_sandbox_hours: limit,
  vcpus: limit,
});
const caller: fc.Arbitrary<Caller> = fc
  .record({ keyId: fc.constantFrom('a', 'b', 'c'), scopes: some(scopes), limits })
  .map((own) => ({ ...aCaller, ...own }));

/** The maker of a claim and another caller, who often has at least the maker's rights. */
const two = fc.record({ maker: caller, other: caller, isWider: fc.boolean() }).map(({ maker, other, isWider }) => ({
  maker,
  by: isWider ? { ...other, scopes: [...other.scopes, ...maker.scopes], limits: maker.limits } : other,
}));
const idempotent = fc.constantFrom<ClaimingRequest['endpoint']['idempotent']>(true, 'lease', 'sealed');
const fingerprint = fc.constantFrom('same', 'other');

/** The parts of a claim that only callers with the maker's rights can learn. */
const inside = fc.record({
  fingerprint,
  answer: fc.option(fc.constant({ status_code: 201, body: '{}' })),
  lease_until: fc.integer({ min: -5_000, max: 5_000 }).map((later) => NOW.getTime() + later),
});

const claimOf = (maker: Caller, parts: Pick<ClaimRecord, 'fingerprint' | 'answer' | 'lease_until'>): ClaimRecord => ({
  owner_id: maker.ownerId,
  request_key: 'POST /api/things k',
  made_by: makerOf(maker),
  token: 'first',
  created_at: NOW.toISOString(),
  expires_at: seconds + 60,
  ...parts,
});

const decide = (
  claim: ClaimRecord | undefined,
  by: Caller,
  kind: ClaimingRequest['endpoint']['idempotent'],
  print = 'same',
) => decideOnClaim(claim, { endpoint: { idempotent: kind }, caller: by, fingerprint: print }, NOW);

const bounding: readonly LimitName[] = limitNames.filter((name) => name !== 'requests_per_minute');

/** Independent of the code under test. */
const mayAsMuch = (one: Caller, other: Caller) =>
  other.scopes.every((scope) => one.scopes.includes(scope) || one.scopes.includes('admin')) &&
  bounding.every((name) => (one.limits[name] ?? 1e9) >= (other.limits[name] ?? 1e9));

const options = { numRuns: searchSize.rows };

describe('the decision on a claim', () => {
  it('replays for its own key, and for an equal key unless the response contains a secret', async () => {
    await fc.assert(
      fc.property(two, inside, idempotent, fingerprint, ({ maker, by }, parts, kind, print) => {
        const { kind: decided } = decide(claimOf(maker, parts), by, kind, print);

        const isSame = by.keyId === maker.keyId;
        const may = isSame || (kind !== 'sealed' && mayAsMuch(by, maker));
        const own = parts.answer ? 'replay' : parts.lease_until > NOW.getTime() ? 'busy' : 'abandoned';
        expect(decided).toBe(may && print === parts.fingerprint ? own : 'reused');
      }),
      options,
    );
  });

  it('decides the same for every claim that a caller is not allowed to see', async () => {
    await fc.assert(
      fc.property(two, inside, inside, idempotent, fingerprint, ({ maker, by }, one, other, kind, print) => {
        fc.pre(by.keyId !== maker.keyId && (kind === 'sealed' || !mayAsMuch(by, maker)));

        expect(decide(claimOf(maker, one), by, kind, print)).toEqual(decide(claimOf(maker, other), by, kind, print));
      }),
      options,
    );
  });

  it('never refuses a caller with more rights', async () => {
    await fc.assert(
      fc.property(two, some(scopes), inside, idempotent, ({ maker, by }, more, parts, kind) => {
        const claim = claimOf(maker, parts);
        const wider = { ...by, scopes: [...by.scopes, ...more] };
        fc.pre(decide(claim, by, kind).kind !== 'reused');

        expect(decide(claim, wider, kind)).toEqual(decide(claim, by, kind));
      }),
      options,
    );
  });

  it('shows a response only to a key with every scope of the maker', async () => {
    await fc.assert(
      fc.property(two, inside, idempotent, ({ maker, by }, parts, kind) => {
        fc.pre(by.keyId !== maker.keyId && decide(claimOf(maker, parts), by, kind).kind === 'replay');

        for (const scope of maker.scopes) expect(holds(by.scopes, scope)).toBe(true);
      }),
      options,
    );
  });

  it('treats a request after the expiry of the claim as new, for any key', async () => {
    await fc.assert(
      fc.property(two, inside, idempotent, fc.nat(), ({ maker, by }, parts, kind, ago) => {
        const claim = { ...claimOf(maker, parts), expires_at: seconds - ago };

        expect([decide(claim, by, kind).kind, decide(undefined, by, kind).kind]).toEqual(['new', 'new']);
      }),
      options,
    );
  });

  it('shows claims of earlier versions, which name no key, to all keys of the owner except for secrets', async () => {
    await fc.assert(
      fc.property(two, inside, idempotent, ({ maker, by }, parts, kind) => {
        const { made_by: _, ...claim } = claimOf(maker, { ...parts, fingerprint: 'same' });

        expect(decide(claim, by, kind).kind === 'reused').toBe(kind === 'sealed');
      }),
      options,
    );
  });
});
