import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { idempotencyReasons } from './idempotency-reasons.ts';

const all: readonly Endpoint[] = endpoints;
const keyed = all.filter(({ idempotent }) => idempotent);

describe('the Idempotency-Key', () => {
  it('is taken by every POST, unless idempotency-reasons.ts says why not', () => {
    const without = all.filter(({ method, idempotent }) => method === 'POST' && !idempotent).map(({ id }) => id);

    expect(without.toSorted()).toEqual(Object.keys(idempotencyReasons).toSorted());
  });

  it('is taken by no other method, as those mean the same when they come twice', () => {
    expect(keyed.filter(({ method }) => method !== 'POST').map(({ id }) => id)).toEqual([]);
  });

  it('is taken only by endpoints that know the owner and answer in JSON', () => {
    for (const { id, access, success } of keyed) {
      expect(access, id).toBe('key');
      expect(success.contentType ?? 'application/json', id).toBe('application/json');
    }
  });
});
