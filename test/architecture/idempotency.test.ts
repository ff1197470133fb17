import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
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

  it('seals the answers that show a secret, and no other', () => {
    const withSecrets = keyed.filter(({ success }) => membersOf(success.body).some((name) => SECRET.test(name)));
    const sealed = keyed.filter(({ idempotent }) => idempotent === 'sealed');

    expect(withSecrets.map(({ id }) => id).toSorted()).toEqual(sealed.map(({ id }) => id).toSorted());
  });

  it('keeps no session key: the one answer that has a place for it tells of a sandbox that does not run yet', () => {
    const withSessionKeys = keyed.filter(({ success }) => membersOf(success.body).includes('session_api_key'));

    expect(withSessionKeys.map(({ id }) => id)).toEqual(['start-sandbox']);
  });
});

/** The names of members that hold a key, token, password or other secret; `session_api_key` has a test of its own. */
const SECRET = /^(key|(?!session_api_key).*(secret|token|password|api_key|credential).*)$/;

/** The names of all members of what a schema describes, however deep. */
function membersOf(schema: z.ZodType): readonly string[] {
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'properties' in value)
      names.push(...Object.keys({ ...(value.properties as object) }));
    return value;
  });
  return names;
}
