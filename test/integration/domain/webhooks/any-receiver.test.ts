import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoAnswerError } from '../../../../shared/domain/webhooks/http-receiver.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { Scene } from './scene.ts';

const WEEK = 7 * 24 * 60 * 60 * 1000;

const tables = await useServiceTables();

/** A receiver's behaviour for one request; after `death` the run ends without the answer. */
const behaviours = fc.constantFrom<'ok' | 'error' | 'silence' | 'busy' | 'death'>(
  'ok',
  'error',
  'silence',
  'busy',
  'death',
);

describe('deliveries to receivers of any behaviour', () => {
  it('lose no message, keep the order of each object, and end', async () => {
    const life = fc.record({
      objects: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 }),
      answers: fc.array(behaviours, { maxLength: 14 }),
    });
    await fc.assert(
      fc.asyncProperty(life, async ({ objects, answers }) => {
        const scene = new Scene(tables);
        const { id } = await scene.endpoint('http://127.0.0.1:9999/');
        for (const [number, object] of objects.entries()) await scene.queue(id, object, number);
        const taken: string[] = [];
        const left = [...answers];
        const send = async (_url: string, _headers: unknown, body: string) => {
          const { data } = JSON.parse(body) as { data: { objectId: string; number: number } };
          const behaviour = left.shift() ?? 'ok';
          if (behaviour === 'ok' || behaviour === 'death') taken.push(`${data.objectId}${data.number}`);
          if (behaviour === 'death') throw new Error('the run dies here');
          if (behaviour === 'silence') throw new NoAnswerError('no answer');
          if (behaviour === 'busy') return { status: 429, retryAfter: '30', text: null };
          return { status: behaviour === 'ok' ? 200 : 500, retryAfter: undefined, text: null };
        };

        await scene.deliverUntilIdle(id, new Date(scene.time.now().getTime() + WEEK), { send });

        const first = [...new Set(taken)];
        expect(first.toSorted()).toEqual(objects.map((object, number) => `${object}${number}`).toSorted());
        for (const object of ['a', 'b', 'c']) {
          const inOrder = objects.flatMap((one, number) => (one === object ? [`${one}${number}`] : []));
          expect(first.filter((name) => name.startsWith(object))).toEqual(inOrder);
        }
        const log = await scene.messages.list(scene.ownerId, id, 100, null);
        expect(log.items.filter(({ status }) => status !== 'delivered')).toEqual([]);
        const { enabled, failing_since: since = null } = await scene.find(id);
        expect([enabled, since]).toEqual([true, null]);
      }),
      { numRuns: 12 },
    );
  });
});
