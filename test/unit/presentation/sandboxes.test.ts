import { describe, expect, it } from 'vitest';
import { endsOf } from '../../../shared/presentation/sandboxes.ts';

describe('The ends that a sandbox comes to by itself', () => {
  it('are told with the next one first', () => {
    const ends = endsOf({
      idle_at: '2026-11-24T10:20:00Z',
      deadline_at: '2026-11-24T10:05:00Z',
      expires_at: null,
    });
    expect(ends.map(({ name }) => name)).toEqual(['deadline_at', 'idle_at']);
  });

  it('are none where nothing is announced', () => {
    expect(endsOf({ idle_at: null, deadline_at: null, expires_at: null })).toEqual([]);
  });
});
