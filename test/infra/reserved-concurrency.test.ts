import { describe, expect, it } from 'vitest';
import { settingsFor } from '../../infra/config.ts';
import { budgetOf, reservationsOf } from '../../infra/settings/concurrency-budget.ts';
import { sharingEndpoints } from '../../infra/settings/sharing-endpoints.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { workers } from '../../shared/contract/workers.ts';
import { concurrencyMisses, linesOf, workloads } from '../bench/concurrency.ts';
import { changed, changedProduction, production, type Synthesis } from './synthesis.ts';

const known = [...workers, ...endpoints.filter(({ id }) => sharingEndpoints.some((sharing) => sharing === id))];

/** Reserved concurrency by id, or by description for functions that should have none. */
function reservedIn(synthesis: Synthesis): Record<string, number> {
  const reserved = synthesis
    .resources('api', 'AWS::Lambda::Function')
    .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
    .map(({ properties }) => {
      const found = known.find(({ summary }) => summary === properties.Description);
      return [found?.id ?? properties.Description, properties.ReservedConcurrentExecutions] as const;
    });
  return Object.fromEntries(reserved);
}

describe('reserved concurrency', () => {
  it('is off by default, as a new account has too little to reserve', () => {
    expect(reservedIn(production())).toEqual({});
  });

  it("is set for each worker and each endpoint of the model broker by the budget, or by the operator's setting", () => {
    const reserved = reservedIn(changedProduction());

    expect(reserved).toEqual({ ...budgetOf(1_000), ...changed.reservedConcurrency });
    expect(Object.keys(reserved).toSorted()).toEqual(known.map(({ id }) => id).toSorted());
  });

  it('is set aside for exactly the functions that the operator names where there is no budget', () => {
    const settings = { concurrencyBudget: false, functionConcurrency: 1_000 };

    expect(reservationsOf({ ...settings, reservedConcurrency: { authorize: 7 } })).toEqual({ authorize: 7 });
  });
});

describe('the budget of concurrency', () => {
  it.each([1_000, 1_500, 20_000])(
    'leaves more than half of %i to endpoints, half of that to those without a share, and each function a run',
    (quota) => {
      const budget = budgetOf(quota);
      const sumOf = (ids: readonly (keyof typeof budget)[]) => ids.reduce((sum, id) => sum + (budget[id] ?? 0), 0);
      const left = quota - sumOf(workers.map(({ id }) => id));

      expect(left).toBeGreaterThan(quota / 2);
      expect(sumOf(sharingEndpoints)).toBeLessThan(left / 2);
      expect(Math.min(...Object.values(budget))).toBeGreaterThan(0);
    },
  );

  it('is refused in an account that has too little for it', () => {
    const given = (context: Record<string, unknown>) => settingsFor((key) => context[key], Object.keys(context));

    expect(() => given({ concurrencyBudget: 'true', functionConcurrency: '999' })).toThrow('concurrencyBudget: needs');
    expect(given({ concurrencyBudget: 'true', functionConcurrency: '1000' }).concurrencyBudget).toBe(true);
    expect(given({ functionConcurrency: '10' }).concurrencyBudget).toBe(false);
  });

  it('covers the loads that it is made for', () => {
    expect(concurrencyMisses(linesOf(workloads, budgetOf(1_000)), budgetOf(1_000))).toEqual([]);
  });
});

describe('bounds of waits', () => {
  const boundsIn = (synthesis: Synthesis) =>
    synthesis
      .resources('api', 'AWS::Lambda::Function')
      .map(({ properties }) => properties.Environment?.Variables ?? {})
      .filter((variables) => 'WAITS' in variables)
      .map(({ WAITS, WAITS_PER_KEY }) => ({ WAITS, WAITS_PER_KEY }));

  it('reach every function that waits, from the settings or by default', () => {
    const waiting = boundsIn(production());
    expect(waiting.length).toBeGreaterThan(2);
    expect(waiting).toEqual(waiting.map(() => ({ WAITS: '50', WAITS_PER_KEY: '10' })));
    expect(boundsIn(changedProduction())).toEqual(waiting.map(() => ({ WAITS: '7', WAITS_PER_KEY: '2' })));
  });
});
