import { expect, test } from 'vitest';
import {
  type OutgoingMessage,
  unconfirmed,
} from '../../../../../console/src/pages/conversations/events/composer/outbox.ts';
import { wayOf } from '../../../../../console/src/pages/conversations/events/composer/way-to-agent.ts';
import { EventLog } from '../../../../../console/src/pages/conversations/events/feed/event-log.ts';
import { message } from '../../../presentation/events/sample-events.ts';

const texts = (log: EventLog) => log.events.map(({ content }) => (content.type === 'message' ? content.text : ''));

test('an event from both sources is listed once', () => {
  const log = new EventLog();
  const [first, second] = [message('user', 'one'), message('agent', 'two')];
  expect(log.add([first, second])).toHaveLength(2);
  expect(log.add([second, first])).toHaveLength(0);
  expect(texts(log)).toEqual(['one', 'two']);
});

test('events are ordered by time, in whatever order they arrive', () => {
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((text) => message('user', text));
  const log = new EventLog();
  log.add([three]);
  log.add([one]);
  log.add([four]);
  log.add([two]);
  expect(texts(log)).toEqual(['one', 'two', 'three', 'four']);
  expect(log.newest).toBe(log.events[3]?.at);
});

test('events with the same time keep their order of arrival', () => {
  const timestamp = '2026-11-24T03:53:37.061415';
  const log = new EventLog();
  log.add(['one', 'two'].map((text) => ({ ...message('user', text), timestamp })));
  log.add([{ ...message('user', 'three'), timestamp }]);
  expect(texts(log)).toEqual(['one', 'two', 'three']);
});

test('a returned list does not change', () => {
  const log = new EventLog();
  log.add([message('user', 'one')]);
  const { events } = log;
  log.add([message('user', 'two')]);
  expect(events).toHaveLength(1);
});

const sent = (id: string, text: string, after?: string): OutgoingMessage => ({ id, text, after, state: 'sent' });

test('a sent message is pending until a later event has its text', () => {
  const log = new EventLog();
  log.add([message('user', 'Hi')]);
  const outbox = [sent('one', 'Hi', log.newest), sent('two', 'Hi', log.newest)];
  expect(unconfirmed(outbox, log.events)).toHaveLength(2);
  log.add([message('agent', 'Hi')]);
  expect(unconfirmed(outbox, log.events)).toHaveLength(2);
  log.add([message('user', 'Hi')]);
  expect(unconfirmed(outbox, log.events)).toHaveLength(1);
  log.add([message('user', 'Hi')]);
  expect(unconfirmed(outbox, log.events)).toHaveLength(0);
});

test('the sandbox status decides how a message is sent, and the scopes whether it is', () => {
  const all = () => true;
  expect(wayOf('RUNNING', null, all).type).toBe('send');
  expect(wayOf('RUNNING', 'waiting_for_confirmation', all)).toMatchObject({
    type: 'reject',
    action: 'Reject and send',
  });
  expect(wayOf('PAUSED', 'waiting_for_confirmation', all)).toMatchObject({ type: 'none' });
  expect(wayOf('STARTING', null, all).type).toBe('queue');
  expect(wayOf('PAUSED', null, all)).toMatchObject({ type: 'resume', action: 'Resume and send' });
  expect(wayOf('ERROR', null, all).type).toBe('resume');
  expect(wayOf('MISSING', null, all).type).toBe('none');
  expect(wayOf('RUNNING', null, () => false)).toMatchObject({ hint: expect.stringContaining('conversations:write') });
  const mayNotResume = (operation: string) => !operation.includes('resume');
  expect(wayOf('PAUSED', null, mayNotResume)).toMatchObject({ hint: expect.stringContaining('sandboxes:write') });
});
