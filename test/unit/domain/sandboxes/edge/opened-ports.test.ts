import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../../shared/domain/sandboxes/edge/edge-row.ts';
import { EdgeEntry } from '../../../../../shared/domain/sandboxes/ingress/edge-entry.ts';
import { withPort } from '../../../../../shared/domain/sandboxes/ports/opened-ports.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const now = new Date('2026-11-21T13:00:00.000Z');
const order = { port: 3000, name: null, access: 'key', wake: 'never' } as const;

describe('the entry of a sandbox', () => {
  it('has the slot of each opened port, whether it needs a key, and when it ends', () => {
    const first = withPort(aRunningSandbox(), order, 'k', now).next;
    const second = withPort(first, { ...order, access: 'link', expires_in: 60 }, 'k', now).next;
    const { next } = withPort(second, { ...order, access: 'public' }, 'k', now);

    const entry = entryOf(next, '3.208.1.2');

    expect(entry.p).toEqual({ 8: ['k'], 9: ['o', Date.parse('2026-11-21T13:01:00.000Z') / 1000], 10: ['o'] });
    expect(EdgeEntry.parse(entry)).toEqual(entry);
  });

  it('has no ports before one is opened', () => {
    expect(entryOf(aRunningSandbox(), '3.208.1.2')).not.toHaveProperty('p');
  });
});
