import { beforeAll, describe, expect, it, vi } from 'vitest';
import { phaseChanges } from '../../../../../shared/domain/sandboxes/record/phase-changes.ts';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import { everyPhaseChange, type Findings } from '../../../../support/sandboxes/every-phase-change.ts';

const declared = phaseChanges.map(({ from, to }) => `${from} ${to}`);
let findings: Findings;

beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  findings = await everyPhaseChange();
}, 120_000);

describe('declared phase changes', () => {
  it('are exactly those that happen', () => {
    expect([...findings.changes].toSorted()).toEqual(declared.toSorted());
  });

  it('are unique, and reach every phase', () => {
    expect(new Set(declared).size).toBe(declared.length);
    expect(new Set(phaseChanges.map(({ to }) => to))).toEqual(new Set(Phase.options));
  });
});

describe('any history of a sandbox', () => {
  it('keeps the record consistent, and every pass ends', () => {
    expect([...findings.broken]).toEqual([]);
  });
});
