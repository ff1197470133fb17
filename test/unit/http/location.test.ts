import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { implement } from '../../../shared/http/operation/operation.ts';
import { NotFoundError } from '../../../shared/platform/errors.ts';
import { echoEndpoint, good } from '../../support/http/echo.ts';
import { invoke } from '../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../support/http/memory-claim-store.ts';

const all = endpoints as readonly Endpoint[];

const made = {
  ...echoEndpoint,
  idempotent: true as const,
  success: { status: 201, location: '/api/things/{thing_id}/of/{id}', body: z.object({ id: z.string() }) },
} as const;

describe('the location of what was created', () => {
  it('is a path below that of the stage, and never names a host', async () => {
    const { headers } = await invoke(
      implement(made, async () => ({ id: 'a/b c' })),
      {},
      { ...good, headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } },
    );

    expect(headers.Location).toBe('/v1/api/things/one/of/a%2Fb%20c');
  });

  it('is in the repeated answer of an Idempotency-Key too', async () => {
    const claims = { claims: new MemoryClaimStore(), now: () => new Date() };
    const send = () =>
      invoke(
        implement(made, async () => ({ id: 'x' })),
        {},
        { ...good, claims, headers: { 'Idempotency-Key': 'once' } },
      );

    const [first, again] = [await send(), await send()];

    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(again.headers.Location).toBe(first.headers.Location);
  });

  it('is in no error', async () => {
    const failing = implement(made, async () => {
      throw new NotFoundError('Thing', 'a');
    });

    expect((await invoke(failing, {}, good)).headers).not.toHaveProperty('Location');
  });

  it('is named by every endpoint that answers 201, but for what has no address', () => {
    const without = all.filter(({ success }) => success.status === 201 && success.location === undefined);

    // A message in a queue can be neither read nor changed, and a connection is read in its list alone.
    expect(without.map(({ id }) => id)).toEqual(['queue-message', 'create-provider-connection']);
  });

  it('is the address of an endpoint, made of what the answer, the path and the body have', () => {
    for (const { id, success, params, body } of all) {
      if (success.location === undefined) continue;
      const fields = [success.body, params, body].flatMap((schema) => namesIn(schema));
      const names = [...success.location.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

      expect([id, names.filter((name) => !fields.includes(name ?? ''))]).toEqual([id, []]);
      const shape = (path: string) => path.replace(/\?.*$/, '').replace(/\{\w+\}/g, '{}');
      expect(all.map(({ path }) => shape(path))).toContain(shape(success.location));
    }
  });
});

/** The fields of an object, also of one that may be left out. */
function namesIn(schema: z.ZodType | undefined): readonly string[] {
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
