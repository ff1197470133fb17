import { expect, it } from 'vitest';
import { socketUrl } from '../../../../../infra/smoke/agent/agent.ts';

it.each([
  ['http://192.0.2.1:8000/api/conversations/1a', 'ws://192.0.2.1:8000/sockets/events/1a'],
  ['https://d1.cloudfront.net/label/api/conversations/1a', 'wss://d1.cloudfront.net/label/sockets/events/1a'],
])('the WebSocket of %s lies beside it, also under the path of an ingress', (url, wanted) => {
  expect(socketUrl({ url, sessionKey: 'secret' })).toBe(wanted);
});
