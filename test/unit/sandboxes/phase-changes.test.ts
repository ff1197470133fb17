import { beforeAll, describe, expect, it, vi } from 'vitest';
import { phaseChanges } from '../../../shared/sandboxes/phase-changes.ts';
import { Phase } from '../../../shared/sandboxes/sandbox.ts';
import { everyPhaseChange, type Findings } from '../../support/every-phase-change.ts';

const declared = phaseChanges.map(({ from, to }) => `${from} ${to}`);
let findings: Findings;

beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  findings = await everyPhaseChange();
}, 120_000);

describe('the changes of phase that are declared', () => {
  it('are exactly those that really happen', () => {
    expect([...findings.changes].toSorted()).toEqual(declared.toSorted());
  });

  it('name each change once, and come to every phase', () => {
    expect(new Set(declared).size).toBe(declared.length);
    expect(new Set(phaseChanges.map(({ to }) => to))).toEqual(new Set(Phase.options));
  });
});

describe('whatever becomes of a sandbox', () => {
  it('its record never contradicts itself, and no pass goes on for ever', () => {
    expect([...findings.broken]).toEqual([]);
  });
});
