import { describe, expect, it } from 'vitest';
import {
  KeyRowLimits,
  limitsContext,
  limitsOf,
  limitsOfContext,
  limitsOfOwnerRow,
  limitsSet,
  noLimits,
  OwnerRowLimits,
  ownerRowLimits,
} from '../../../../shared/contract/shapes/limits.ts';
import {
  type Descent,
  descentContext,
  descentOfContext,
  lineagesOf,
} from '../../../../shared/contract/shapes/lineages.ts';

const all = { sandboxes: 0, vcpus: 0.25, requests_per_minute: 60, monthly_budget_usd: 12.5, monthly_sandbox_hours: 0 };
const some = { ...noLimits, sandboxes: 3, monthly_budget_usd: 0.000001 };

describe('codec of limits', () => {
  it.each([all, some, noLimits])('reads %j back from the row of a key, of an owner and from the context', (limits) => {
    expect(KeyRowLimits.parse(limitsSet(limits))).toEqual(limits);
    expect(limitsOfOwnerRow(OwnerRowLimits.parse(ownerRowLimits(limits)))).toEqual(limits);
    expect(limitsOfContext(limitsContext(limits))).toEqual(limits);
  });

  it('writes only the limits that are set into rows, and an empty text for the others into the context', () => {
    expect(limitsSet(some)).toEqual({ sandboxes: 3, monthly_budget_usd: 0.000001 });
    expect(ownerRowLimits(some)).toEqual({ sandbox_limit: 3, monthly_budget_usd: 0.000001 });
    expect(limitsContext(noLimits)).toEqual({
      sandbox_limit: '',
      vcpu_limit: '',
      requests_per_minute: '',
      monthly_budget_usd: '',
      monthly_sandbox_hours: '',
    });
  });

  it('reads a limit that a request removes or does not name as none', () => {
    expect(limitsOf({ sandboxes: null, monthly_sandbox_hours: 0 })).toEqual({ ...noLimits, monthly_sandbox_hours: 0 });
  });

  it('drops the other fields of a row', () => {
    const row = { owner_id: 'ann', sandboxes: 9, secret: 'x', sandbox_limit: 2 };

    expect(limitsOfOwnerRow(OwnerRowLimits.parse(row))).toEqual({ ...noLimits, sandboxes: 2 });
    expect(KeyRowLimits.parse({ sandboxes: 2, secret: 'x' })).toEqual({ ...noLimits, sandboxes: 2 });
    expect(limitsOfContext({ sandbox_limit: 'many', requests_per_minute: 5 })).toEqual(noLimits);
  });
});

const above = [
  { id: 'near', limits: limitsOf({ sandboxes: 2, monthly_budget_usd: 0.5 }) },
  { id: 'far', limits: limitsOf({ sandboxes: 9 }) },
];

describe('codec of a descent', () => {
  it.each<Descent>([{}, { lineage: 'first' }, { above }, { lineage: 'first', above }])('reads %j back', (descent) => {
    const context = descentContext(descent);

    expect(descentOfContext(context)).toEqual(descent);
    expect(Object.values(context).map((text) => typeof text)).toEqual(['string', 'string']);
  });

  it('fails for malformed lineages, as the key would lose its limits', () => {
    expect(() => descentOfContext({ lineage: '', lineages_above: '[{"id":"near"}]' })).toThrow();
    expect(() => descentOfContext({ lineage: '', lineages_above: 'near' })).toThrow();
  });
});

describe('lineages of a key', () => {
  it('are its own first, by its own id where it is the first key', () => {
    const own = limitsOf({ sandboxes: 1 });

    expect(lineagesOf({ keyId: 'key', limits: own, above })).toEqual([{ id: 'key', limits: own }, ...above]);
    expect(lineagesOf({ keyId: 'key', limits: noLimits, lineage: 'first' })).toEqual([
      { id: 'first', limits: noLimits },
    ]);
  });
});
