import { expect, it } from 'vitest';
import { eventSocketUrl } from '../../../shared/client/agent-events.ts';

const url = 'https://a.example.com/sandbox/api/conversations/0193';

it('the event socket is beside the conversation and resends missed events', () => {
  expect(eventSocketUrl(url, undefined)).toBe('wss://a.example.com/sandbox/sockets/events/0193?resend_mode=all');
  expect(eventSocketUrl(url.replace('https', 'http'), '2026-11-24T12:00:00.000Z')).toBe(
    'ws://a.example.com/sandbox/sockets/events/0193?resend_mode=since&after_timestamp=2026-11-24T12%3A00%3A00.000Z',
  );
});
