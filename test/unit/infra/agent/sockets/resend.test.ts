import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AgentEvent } from '../../../../../infra/agent/events/event.ts';
import { resend } from '../../../../../infra/agent/sockets/sockets.ts';

const eventAt = (second: number) => ({ id: String(second), timestamp: `2026-01-01T00:00:0${second}Z` }) as AgentEvent;

it('new events come between those that an agent resends, and again with them', async () => {
  const events = [1, 2, 3].map(eventAt);
  const sent: object[] = [];
  const channel = { send: (event: object) => void sent.push(event) };

  const resent = resend(channel, { events }, Number.NEGATIVE_INFINITY);
  await setImmediate();
  const fresh = eventAt(4);
  events.push(fresh);
  channel.send(fresh);
  await resent;

  const ids = sent.map((event) => (event as AgentEvent).id);
  expect(ids.indexOf('4')).toBeLessThan(ids.indexOf('3'));
  expect(ids.filter((id) => id === '4')).toHaveLength(2);
});
