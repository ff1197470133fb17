import { expect, test } from 'vitest';
import { AnswerStream, blocksOf } from '../../../../../console/src/pages/conversations/events/feed/answer-stream.ts';
import { readEvent } from '../../../../../shared/presentation/events/read-event.ts';
import { call, event, message } from '../../../presentation/events/sample-events.ts';

const piece = (content: string, fields: object = {}) =>
  event('StreamingDeltaEvent', { source: 'agent', content, ...fields });
const thought = (reasoning_content: string) => piece('', { reasoning_content });
const read = (...events: unknown[]) => events.map((one) => readEvent(one, '') ?? expect.fail('an event without an id'));
const status = (value: string) => event('ConversationStateUpdateEvent', { key: 'execution_status', value });

/** A stream that was followed before the run began. */
function newStream(): AnswerStream {
  const stream = new AnswerStream();
  stream.setStatus('idle');
  return stream;
}

function shown(stream: AnswerStream) {
  stream.show();
  return stream.get();
}

test('deltas are joined, thoughts separately from the text', () => {
  const stream = newStream();
  for (const one of [thought('I '), thought('think'), piece('One\n\nTw'), piece('o')]) stream.add(one);
  expect(shown(stream)).toEqual({ blocks: ['One\n\n', 'Two'], dropped: 0, reasoning: 'I think', isCut: false });
});

test('earlier blocks do not change while the last one grows', () => {
  const stream = newStream();
  stream.add(piece('One\n\nTwo'));
  const before = shown(stream);
  stream.add(piece(' and more\n\nThree'));
  expect(shown(stream)?.blocks).toEqual(['One\n\n', 'Two and more\n\n', 'Three']);
  expect(before?.blocks).toEqual(['One\n\n', 'Two']);
});

test('deltas without text show nothing', () => {
  const stream = newStream();
  stream.add(piece(''));
  stream.add(piece('', { content: null }));
  expect(shown(stream)).toBeUndefined();
});

test.each([
  ['message', () => message('agent', 'One')],
  ['tool call', () => call('a', { command: 'ls' })],
  ['error of the run', () => event('ConversationErrorEvent', { source: 'environment' })],
])('the %s that follows replaces the deltas', (_, made) => {
  const stream = newStream();
  stream.add(piece('One'));
  expect(shown(stream)).toBeDefined();
  const [final] = read(made());
  if (!final) throw new Error('no event');
  expect(stream.settle([final])).toBe(final);
  expect(shown(stream)).toBeUndefined();
});

test('other events do not end the message being written', () => {
  const stream = newStream();
  const before = read(message('agent', 'Before'));
  stream.add(piece('One'));
  const running = status('running');
  expect(stream.settle([...before, ...read(message('user', 'And?'), running)])).toBeUndefined();
  expect(shown(stream)?.blocks).toEqual(['One']);
});

test('a delta that arrives after its final event is ignored', () => {
  const stream = newStream();
  const late = piece('One');
  stream.settle(read(message('agent', 'One')));
  stream.add(late);
  expect(shown(stream)).toBeUndefined();
  stream.add(piece('Two'));
  expect(shown(stream)?.blocks).toEqual(['Two']);
});

test.each(['finished', 'paused', 'error', 'waiting_for_confirmation'])(
  'a run that is %s ends the message being written',
  (value) => {
    const told = newStream();
    told.add(piece('One'));
    expect(told.settle(read(status(value)))).toBeUndefined();
    expect(shown(told)).toBeUndefined();

    const asked = newStream();
    asked.add(piece('One'));
    asked.setStatus(value);
    expect(shown(asked)).toBeUndefined();
  },
);

test('a lost connection drops the deltas, and the next message is marked as cut', () => {
  const stream = newStream();
  stream.add(piece('One'));
  stream.disconnect();
  expect(shown(stream)).toBeUndefined();
  stream.setStatus('running');
  stream.add(piece(' two'));
  expect(shown(stream)).toMatchObject({ blocks: [' two'], isCut: true });
  stream.settle(read(message('agent', 'One two')));
  stream.add(piece('Three'));
  expect(shown(stream)).toMatchObject({ blocks: ['Three'], isCut: false });
});

test('only the end of an endless message is kept', () => {
  const stream = newStream();
  for (let count = 0; count < 400; count += 1) {
    stream.add(piece(`${'word '.repeat(100)}\n\nnext ${count}\n\n`));
    stream.add(thought('thinking '.repeat(100)));
  }
  const { blocks = [], reasoning = '', dropped, isCut } = shown(stream) ?? {};
  expect(blocks.join('').length).toBeLessThanOrEqual(100_000);
  expect(blocks.at(-1)).toContain('next 399');
  expect(reasoning.length).toBeLessThanOrEqual(20_000);
  expect([isCut, dropped]).toEqual([true, 800 - blocks.length]);
});

/** The settled and the growing part when a text arrives in pieces of this length. */
function grown(text: string, length: number) {
  const settled: string[] = [];
  let rest = '';
  for (let start = 0; start < text.length; start += length) {
    const blocks = blocksOf(rest + text.slice(start, start + length));
    settled.push(...blocks.settled);
    rest = blocks.rest;
  }
  return { settled, rest };
}

test('a paragraph is complete when the next block begins', () => {
  expect(blocksOf('One\nstill one\n\nTwo\n\n')).toEqual({ settled: ['One\nstill one\n\n'], rest: 'Two\n\n' });
  expect(blocksOf('# Title\n\n**bold** words')).toEqual({ settled: ['# Title\n\n'], rest: '**bold** words' });
});

test('a list stays one block, even before its next item is recognisable', () => {
  for (const next of ['2', '2. two', '  more of one', '- ']) {
    expect(blocksOf(`1. one\n\n${next}`).settled).toEqual([]);
  }
  expect(blocksOf('1. one\n\nAfter').settled).toEqual(['1. one\n\n']);
});

test('fenced code with blank lines is one block', () => {
  const code = '```ts\nconst a = 1;\n\nconst b = 2;\n~~~\n```\n\n';
  expect(blocksOf(`${code}After`)).toEqual({ settled: [code], rest: 'After' });
  expect(blocksOf('````\n```\n\nstill code').settled).toEqual([]);
});

test('code that is too long for one block continues as code in the next', () => {
  const { settled, rest } = blocksOf(`\`\`\`ts\n${'let a = 1;\n'.repeat(1_000)}`);
  expect(settled).toHaveLength(1);
  expect(settled[0]).toMatch(/^```ts\nlet a(.|\n)*let a = 1;\n```\n$/);
  expect(rest).toMatch(/^```ts\nlet a = 1;\n/);
  expect(blocksOf(`${rest}\`\`\`\n\nAfter`).rest).toBe('After');
});

test('the blocks do not depend on the length of the deltas', () => {
  const text = 'One\n\n- a\n\n- b\n\n```\nx\n\ny\n```\n\nTwo\n\n1. c\n\nThree';
  const whole = blocksOf(text);
  expect(whole.settled).toHaveLength(3);
  for (const length of [1, 2, 3, 7, 1_000]) expect(grown(text, length)).toEqual(whole);
});
