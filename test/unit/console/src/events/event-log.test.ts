import { expect, test } from 'vitest';
import { EventLog } from '../../../../../console/src/pages/conversations/events/feed/event-log.ts';
import { message } from '../../../presentation/events/sample-events.ts';

const texts = (log: EventLog) => log.events.map(({ content }) => (content.type === 'message' ? content.text : ''));

test('an event that comes from both sources is there once', () => {
  const log = new EventLog();
  const [first, second] = [message('user', 'one'), message('agent', 'two')];
  expect(log.add([first, second])).toHaveLength(2);
  expect(log.add([second, first])).toHaveLength(0);
  expect(texts(log)).toEqual(['one', 'two']);
});

test('events are in the order of their times, however they come', () => {
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((text) => message('user', text));
  const log = new EventLog();
  log.add([three]);
  log.add([one]);
  log.add([four]);
  log.add([two]);
  expect(texts(log)).toEqual(['one', 'two', 'three', 'four']);
  expect(log.newest).toBe(log.events[3]?.at);
});

test('events of one moment stay in the order in which they came', () => {
  const timestamp = '2026-11-24T03:53:37.061415';
  const log = new EventLog();
  log.add(['one', 'two'].map((text) => ({ ...message('user', text), timestamp })));
  log.add([{ ...message('user', 'three'), timestamp }]);
  expect(texts(log)).toEqual(['one', 'two', 'three']);
});

test('a list that was given out does not change', () => {
  const log = new EventLog();
  log.add([message('user', 'one')]);
  const { events } = log;
  log.add([message('user', 'two')]);
  expect(events).toHaveLength(1);
});
