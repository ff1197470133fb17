import { describe, expect, it } from 'vitest';
import { workers } from '../../shared/contract/workers.ts';
import { changed, changedProduction, production, type Synthesis } from './synthesis.ts';

/** What is set aside, by the id of worker, or by the description of a function that is none. */
function reservedIn(synthesis: Synthesis): Record<string, number> {
  const reserved = synthesis
    .resources('api', 'AWS::Lambda::Function')
    .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
    .map(({ properties }) => {
      const worker = workers.find(({ summary }) => summary === properties.Description);
      return [worker?.id ?? properties.Description, properties.ReservedConcurrentExecutions] as const;
    });
  return Object.fromEntries(reserved);
}

describe('reserved concurrency', () => {
  it('is off by default, as a new account has too little to reserve', () => {
    expect(reservedIn(production())).toEqual({});
  });

  it('is set aside for exactly the workers that the setting names', () => {
    expect(reservedIn(changedProduction())).toEqual(changed.reservedConcurrency);
  });
});

describe('bounds of waits', () => {
  const boundsIn = (synthesis: Synthesis) =>
    synthesis
      .resources('api', 'AWS::Lambda::Function')
      .map(({ properties }) => properties.Environment?.Variables ?? {})
      .filter((variables) => 'WAITS' in variables)
      .map(({ WAITS, WAITS_PER_KEY }) => ({ WAITS, WAITS_PER_KEY }));

  it('reach both functions that wait, from the settings or by default', () => {
    expect(boundsIn(production())).toEqual(Array(2).fill({ WAITS: '50', WAITS_PER_KEY: '5' }));
    expect(boundsIn(changedProduction())).toEqual(Array(2).fill({ WAITS: '7', WAITS_PER_KEY: '2' }));
  });
});
