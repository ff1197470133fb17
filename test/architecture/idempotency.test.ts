import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { idempotencyReasons } from './idempotency-reasons.ts';

const all: readonly Endpoint[] = endpoints;
const keyed = all.filter(({ idempotent }) => idempotent);

describe('the Idempotency-Key', () => {
  it('is accepted by every POST, unless idempotency-reasons.ts gives a reason', () => {
    const without = all.filter(({ method, idempotent }) => method === 'POST' && !idempotent).map(({ id }) => id);

    expect(without.toSorted()).toEqual(Object.keys(idempotencyReasons).toSorted());
  });

  it('is accepted by no other method, because those are idempotent', () => {
    expect(keyed.filter(({ method }) => method !== 'POST').map(({ id }) => id)).toEqual([]);
  });

  it('is accepted only by endpoints that know the owner and return JSON', () => {
    for (const { id, access, success } of keyed) {
      expect(access, id).toBe('key');
      expect(success.contentType ?? 'application/json', id).toBe('application/json');
    }
  });

  it('encrypts exactly the stored responses that show a secret', () => {
    const withSecrets = keyed.filter(
      ({ id, success }) => SECRET_URLS.has(id) || membersOf(success.body).some((name) => SECRET.test(name)),
    );
    const sealed = keyed.filter(({ idempotent }) => idempotent === 'sealed');

    expect(withSecrets.map(({ id }) => id).toSorted()).toEqual(sealed.map(({ id }) => id).toSorted());
  });

  it('stores no session key: responses with such a field show sandboxes as they begin, or rest, without their keys', () => {
    const withSessionKeys = keyed.filter(({ success }) => membersOf(success.body).includes('session_api_key'));

    expect(withSessionKeys.map(({ id }) => id)).toEqual(['start-sandbox', 'fork-sandbox', 'restore-sandbox']);
  });
});

/** The URL of a port can be all that protects it. */
const SECRET_URLS = new Set(['open-sandbox-port']);

/** Names of members with a key, token, password or other secret. `session_api_key` has its own test. */
const SECRET = /^(key|(?!session_api_key).*(secret|token|password|api_key|credential).*)$/;

/** The names of all members in a schema, at any depth. */
function membersOf(schema: z.ZodType): readonly string[] {
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'properties' in value)
      names.push(...Object.keys({ ...(value.properties as object) }));
    return value;
  });
  return names;
}
