import { expect, it } from 'vitest';
import { typical } from '../../tapes/choose.ts';
import type { Noted, Take } from '../../tapes/take.ts';

const asked = (target: string, status = 200, body = 'e30='): Noted => ({
  method: 'POST',
  url: '/',
  headers: { 'x-amz-target': target },
  body: '',
  answer: { status, headers: {}, body },
});

const take = (requests: readonly Noted[], statusCode = 200): Take => ({
  at: '2026-01-01T00:00:00.000Z',
  until: '2026-01-01T00:00:01.000Z',
  variables: {},
  event: {},
  answer: { ok: true, value: { statusCode }, streamed: '' },
  requests: [...requests],
});

it('takes the invocation with the most different calls', () => {
  const [few, many] = [take([asked('A'), asked('A')]), take([asked('A'), asked('B')])];

  expect(typical('get-sandbox', [few, many])).toBe(many);
});

it('takes a read that writes only where all do, as what it makes is there for later calls', () => {
  const [first, later] = [take([asked('D.GetItem'), asked('D.UpdateItem')]), take([asked('D.GetItem')])];

  expect(typical('count-start-tasks', [first, later])).toBe(later);
  expect(typical('count-start-tasks', [first])).toBe(first);
  expect(typical('pause-sandbox', [first, later])).toBe(first);
});

it('takes none that was refused, however many calls it made', () => {
  const [refused, good] = [take([asked('A'), asked('B')], 404), take([asked('A')])];

  expect(typical('get-sandbox', [refused, good])).toBe(good);
  expect(typical('get-sandbox', [refused])).toBeUndefined();
});

it('takes one without a failed call before one with it, and then the fuller one', () => {
  const [failed, good] = [take([asked('A', 400, 'YWFhYWFh')]), take([asked('A')])];
  const full = take([asked('A', 200, 'YWFhYWFh')]);

  expect(typical('get-sandbox', [failed, good])).toBe(good);
  expect(typical('get-sandbox', [good, full])).toBe(full);
});

it('reads the status of an answer that was streamed', () => {
  const head = Buffer.concat([Buffer.from('{"statusCode":200}'), Buffer.alloc(8), Buffer.from('body')]);
  const streamed = { ...take([]), answer: { ok: true, value: null, streamed: head.toString('base64') } };

  expect(typical('zip-directory', [streamed])).toBe(streamed);
});

it('takes no invocation of a worker that gave records back', () => {
  const ofWorker = (value: unknown): Take => ({ ...take([]), answer: { ok: true, value, streamed: '' } });
  const failed = ofWorker({ batchItemFailures: [{ itemIdentifier: '1' }] });
  const done = ofWorker({ batchItemFailures: [] });

  expect(typical('queue-webhooks', [failed, done])).toBe(done);
  expect(typical('queue-webhooks', [failed])).toBeUndefined();
});
