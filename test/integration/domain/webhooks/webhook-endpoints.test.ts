import { beforeEach, describe, expect, it } from 'vitest';
import { changeEndpoint, rotateSecret } from '../../../../shared/domain/webhooks/change-endpoints.ts';
import { TooManyEndpointsError } from '../../../../shared/domain/webhooks/dynamo-webhook-endpoints.ts';
import { MAX_ENDPOINTS } from '../../../../shared/domain/webhooks/webhook-endpoint.ts';
import { PreconditionFailedError } from '../../../../shared/platform/errors.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { Scene } from './scene.ts';

const URL = 'http://127.0.0.1:9999/';

const tables = await useServiceTables();

describe('webhook endpoints', () => {
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene(tables);
  });

  const sealing = () => ({ endpoints: scene.endpoints, vault: scene.vault, now: scene.time.now });

  it('are changed once by concurrent changes of the same revision', async () => {
    const { id } = await scene.endpoint(URL);
    const change = (description: string, revision: number) =>
      changeEndpoint(
        scene.ownerId,
        id,
        { description },
        { ...sealing(), rules: { resolve: async () => [], loopback: true }, deliver: async () => undefined },
        [revision],
      );

    const outcomes = await Promise.allSettled([change('a', 1), change('b', 1), change('c', 1)]);

    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(lost).toHaveLength(2);
    for (const error of lost) expect(error).toBeInstanceOf(PreconditionFailedError);
    expect(await change('d', 2)).toMatchObject({ description: 'd', version: 3 });
  });

  it('are at most the allowed number, also when they are created concurrently', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: MAX_ENDPOINTS + 5 }, () =>
        scene.endpoint(URL).catch((error: unknown) => Promise.reject(error)),
      ),
    );

    const made = asked.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBeLessThanOrEqual(MAX_ENDPOINTS);
    for (let more = made; more < MAX_ENDPOINTS; more += 1) await scene.endpoint(URL);
    await expect(scene.endpoint(URL)).rejects.toThrow(TooManyEndpointsError);
    const [first] = await scene.endpoints.list(scene.ownerId);
    await scene.endpoints.remove(scene.ownerId, String(first?.endpoint_id));
    await scene.endpoint(URL);
    expect(await scene.endpoints.list(scene.ownerId)).toHaveLength(MAX_ENDPOINTS);
  });

  it('sign with two secrets until the older one expires, and concurrent changes conflict', async () => {
    const { id, secret } = await scene.endpoint(URL);
    const rotated = await rotateSecret(scene.ownerId, id, 60, async () => [], sealing());
    const signatures = async () => {
      let sent = '';
      await scene.queue(id, `o${scene.time.now().getTime()}`, 1);
      await scene.deliver(id, {
        send: async (_, headers) => {
          sent = headers['webhook-signature'] ?? '';
          return { status: 200, retryAfter: undefined, text: null };
        },
      });
      return sent.split(' ').length;
    };

    expect(rotated.secret).not.toBe(secret);
    expect(await signatures()).toBe(2);
    await scene.time.pause(61_000);
    expect(await signatures()).toBe(1);
    const stale = await scene.find(id);
    await scene.endpoints.change(stale, { description: 'first' }, scene.time.now());
    await expect(scene.endpoints.change(stale, { description: 'second' }, scene.time.now())).rejects.toThrow(
      'Another request is changing',
    );
  });
});
