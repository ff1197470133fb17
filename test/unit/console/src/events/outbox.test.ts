import { expect, test } from 'vitest';
import {
  type OutgoingMessage,
  unconfirmed,
} from '../../../../../console/src/pages/conversations/events/composer/outbox.ts';
import { wayOf } from '../../../../../console/src/pages/conversations/events/composer/way-to-agent.ts';
import { EventLog } from '../../../../../console/src/pages/conversations/events/feed/event-log.ts';
import { message } from '../../../presentation/events/sample-events.ts';

const sent = (id: string, text: string, after?: string): OutgoingMessage => ({ id, text, after, state: 'sent' });

test('a message is on its way until an event after it has its words', () => {
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

test('the state of the sandbox decides how a message is sent, and the key whether it is', () => {
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
