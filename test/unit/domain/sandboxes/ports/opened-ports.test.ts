import { describe, expect, it } from 'vitest';
import { EdgeEntry } from '../../../../../shared/domain/sandboxes/ingress/edge-entry.ts';
import { edgePorts, withPort } from '../../../../../shared/domain/sandboxes/ports/opened-ports.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const now = new Date('2026-11-21T13:00:00.000Z');
const order = { port: 3000, name: null, access: 'key', wake: 'never' } as const;

describe('the opened ports of the entry at the edge', () => {
  it('name the slot, whether a key is needed, and the end', () => {
    const first = withPort(aRunningSandbox(), order, 'k', now).next;
    const second = withPort(first, { ...order, access: 'link', expires_in: 60 }, 'k', now).next;
    const { next } = withPort(second, { ...order, access: 'public' }, 'k', now);

    const ports = edgePorts(next, now);

    expect(ports).toEqual({ 8: ['k'], 9: ['o', Date.parse('2026-11-21T13:01:00.000Z') / 1000], 10: ['o'] });
    expect(EdgeEntry.shape.p.parse(ports)).toEqual(ports);
  });

  it('leave out what has expired, and are absent without open ports', () => {
    const { next } = withPort(aRunningSandbox(), { ...order, expires_in: 60 }, 'k', now);

    expect(edgePorts(next, new Date(now.getTime() + 60_000))).toBeUndefined();
    expect(edgePorts(aRunningSandbox(), now)).toBeUndefined();
  });
});
