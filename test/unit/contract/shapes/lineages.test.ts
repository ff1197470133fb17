import { describe, expect, it } from 'vitest';
import { limitsOf, noLimits } from '../../../../shared/contract/shapes/limits.ts';
import {
  type Descent,
  descentContext,
  descentOfContext,
  lineagesOf,
} from '../../../../shared/contract/shapes/lineages.ts';

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

  it('fails where the lineages are not those of the authorizer, as the key would lose its limits', () => {
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
