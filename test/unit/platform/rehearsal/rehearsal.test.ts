import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock, timestamp } from '../../../../shared/platform/clock.ts';
import { Rehearsal, rehearsal } from '../../../../shared/platform/rehearsal/rehearsal.ts';

const at = '2026-01-01T00:00:00.000Z';
const exchange = (call: string, body: string) => ({ call, status: 200, headers: {}, body });

test('calls get their own answers in the order of the tape', () => {
  const playing = new Rehearsal({
    at,
    event: {},
    exchanges: [exchange('Db.Get', 'first'), exchange('Db.Put', 'put'), exchange('Db.Get', 'second')],
  });
  const bodies = ['Db.Put', 'Db.Get', 'Db.Get', 'Db.Get'].map((call) => playing.answerTo(call).body);
  expect(bodies).toEqual(['put', 'first', 'second', 'second']);
  expect(playing.missed).toEqual([]);
});

test('a call whose path has a new id gets the answer to the same method', () => {
  const playing = new Rehearsal({
    at,
    event: {},
    exchanges: [exchange('GET /alive', 'up'), exchange('POST /a/1', 'made')],
  });
  expect(playing.answerTo('POST /a/2').body).toBe('made');
});

test('a call that the tape lacks is refused and noted', () => {
  const playing = new Rehearsal({ at, event: {}, exchanges: [] });
  expect(playing.answerTo('Db.Get').status).toBe(400);
  expect(playing.missed).toEqual(['Db.Get']);
});

test('work that a rehearsal leaves behind never leaves it', async () => {
  const playing = new Rehearsal({ at, event: {}, exchanges: [] });
  const seen: unknown[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  playing.run(() => {
    setTimeout(() => {
      seen.push(rehearsal());
      resolve();
    }, 1);
  });
  expect(rehearsal()).toBeUndefined();
  await done;
  expect(seen).toEqual([playing]);
});

test('each place gets as many connections as calls were under way at one time', async () => {
  const playing = new Rehearsal({ at, event: {}, exchanges: [] });
  const opened: string[] = [];
  const visit = (place: string) => playing.visit(place, async () => opened.push(place));
  await Promise.all([visit('database'), visit('database'), visit('keys')]);
  await visit('database');
  await wait(0);
  await Promise.all(playing.connections.map((connect) => connect()));
  expect(opened.toSorted()).toEqual(['database', 'database', 'keys']);
});

test('the time of a rehearsal is that of its recording', () => {
  const playing = new Rehearsal({ at, event: {}, exchanges: [] });
  expect(timestamp(playing.run(systemClock)).slice(0, 16)).toBe(at.slice(0, 16));
  expect(systemClock().getFullYear()).toBeGreaterThan(2025);
});

test('of calls of one kind, each gets the answer to what it asks for, in any order', () => {
  const asked = (text: string, body: string) => ({ ...exchange('Db.Get', body), asked: text });
  const playing = new Rehearsal({ at, event: {}, exchanges: [asked('key=1', 'one'), asked('key=2', 'two')] });
  const bodies = ['key=2', 'key=1', 'key=2', 'key=2x'].map((text) => playing.answerTo('Db.Get', text).body);
  expect(bodies).toEqual(['two', 'one', 'two', 'two']);
});

test('a digest that begins like that of another question does not lead to its answer', () => {
  const asked = (digest: string, rest: string) => `key=${digest.repeat(64)} ${rest}`;
  const exchanges = [
    { ...exchange('Db.Update', 'counted'), asked: asked('a', 'add 1') },
    { ...exchange('Db.Update', 'approved'), asked: asked('b', 'set status') },
  ];
  const playing = new Rehearsal({ at, event: {}, exchanges });
  expect(playing.answerTo('Db.Update', asked('b', 'add 1')).body).toBe('counted');
  expect(playing.answerTo('Db.Update', asked('b', 'set status')).body).toBe('approved');
});
