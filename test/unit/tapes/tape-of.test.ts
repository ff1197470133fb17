import { expect, it } from 'vitest';
import { tapeFrom } from '../../../shared/platform/rehearsal/tape.ts';
import type { Noted, Take } from '../../tapes/take.ts';
import { shapeOf, tapeOf } from '../../tapes/tape-of.ts';

const asked = (url: string, status: number, text: string): Noted => ({
  method: 'GET',
  url,
  headers: {},
  body: '',
  answer: { status, headers: { date: 'now', 'content-type': 'text/plain' }, body: btoa(text) },
});

const take = (...requests: Noted[]): Take => ({
  at: '2026-01-01T00:00:00.000Z',
  until: '2026-01-01T00:00:01.000Z',
  variables: {},
  event: { folder: '/tmp/tapes-x/state' },
  answer: { ok: true, value: null, streamed: '' },
  requests,
});

const bodiesOf = (...requests: Noted[]) => tapeOf(take(...requests), '/tmp/tapes-x').exchanges.map(({ body }) => body);

it('names neither the folder of the recording nor headers of the moment', () => {
  const tape = tapeOf(take(asked('/a?b=c', 200, 'in /tmp/tapes-x/state')), '/tmp/tapes-x');

  expect(tape).toEqual({
    at: '2026-01-01T00:00:00.000Z',
    event: { folder: '/recorded/state' },
    exchanges: [{ call: 'GET /a', status: 200, headers: { 'content-type': 'text/plain' }, body: 'in /recorded/state' }],
  });
});

it('keeps a failed request only where no better answer came', () => {
  expect(bodiesOf(asked('/a', 503, 'not yet'), asked('/a', 200, 'here'))).toEqual(['here']);
  expect(bodiesOf(asked('/a', 503, 'never'))).toEqual(['never']);
});

it('keeps second looks, and of many that saw the same the first one', () => {
  const [no, yes] = [asked('/a', 200, 'no'), asked('/a', 200, 'yes')];

  expect(bodiesOf(no, { ...no }, yes)).toEqual(['no', 'no', 'yes']);
  expect(bodiesOf(no, { ...no }, { ...no }, { ...no }, yes)).toEqual(['no', 'yes']);
});

it('keeps bytes that are no text', () => {
  const binary = asked('/a', 200, '');
  const body = Buffer.from([0xff, 0xfe]).toString('base64');
  const [exchange] = tapeOf(take({ ...binary, answer: { status: 200, headers: {}, body } }), '/x').exchanges;

  expect(exchange).toMatchObject({ body, isBase64: true });
});

it('has the same shape with other ids, times and numbers, and another one with another field or call', () => {
  const shape = (...requests: Noted[]) => shapeOf(tapeOf(take(...requests), '/x'));
  const one = shape(asked('/items/0190a1b2c3d4', 200, '{"at":"2026","count":1}'));

  expect(shape(asked('/items/0190a1b2ffff', 200, '{"at":"2027","count":22}'))).toBe(one);
  expect(shape(asked('/items/0190a1b2c3d4', 200, '{"at":"2026","total":1}'))).not.toBe(one);
  expect(shape(asked('/others/0190a1b2c3d4', 200, '{"at":"2026","count":1}'))).not.toBe(one);
});

it('has variables in the place of the names of tables and functions, which are others elsewhere', () => {
  const variables = { ITEMS_TABLE: 'stage-items', ITEMS_OF_OWNERS_TABLE: 'stage-items-of-owners' };
  const tape = tapeOf({ ...take(asked('/stage-items', 200, '{"stage-items-of-owners":1}')), variables }, '/x');

  const stands = (name: string) => `\${${name}}`;

  expect(tape.exchanges[0]).toMatchObject({
    call: `GET /${stands('ITEMS_TABLE')}`,
    body: `{"${stands('ITEMS_OF_OWNERS_TABLE')}":1}`,
  });
  expect(tapeFrom(JSON.stringify(tape), (name) => `here-${name}`).exchanges[0]?.call).toBe('GET /here-ITEMS_TABLE');
});
