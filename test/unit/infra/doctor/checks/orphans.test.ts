import { describe, expect, it } from 'vitest';
import { orphans } from '../../../../../infra/doctor/checks/orphans.ts';
import { aSubject, levels, NOW, words } from '../../../../support/doctor/a-subject.ts';

const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const orphan = (kind: 'task' | 'volume' | 'snapshot', id: string, minutes: number) => ({
  kind,
  id,
  since: minutesAgo(minutes),
});

describe('doctor on orphans', () => {
  it('leaves what is young to the sweep', () => {
    expect(levels(orphans.judge({ all: 3, orphans: [orphan('volume', 'vol-1', 9)] }, aSubject()))).toEqual(['ok']);
  });

  it('warns of disks that no row knows, and says where rows come back from', () => {
    const unproven = { ...orphan('snapshot', 'snap-1', 11), isUnproven: true };
    const found = orphans.judge({ all: 1, orphans: [unproven] }, aSubject());

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('docs/runbook.md');
  });

  it('finds what the sweep should have removed, by kind', () => {
    const old = [orphan('volume', 'vol-1', 11), orphan('volume', 'vol-2', 11), orphan('task', 'arn:task', 11)];
    const found = orphans.judge({ all: 3, orphans: old }, aSubject());

    expect(levels(found)).toEqual(['error', 'error']);
    expect(words(found)).toContain('2 volumes of agent-conversations-prod belong to no sandbox: vol-1, vol-2.');
    expect(words(found)).toContain('1 task of agent-conversations-prod belongs to no sandbox');
  });
});
