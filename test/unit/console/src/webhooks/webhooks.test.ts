import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { beginningOf } from '../../../../../console/src/pages/webhooks/delivery-dialog.tsx';
import { urlHint } from '../../../../../console/src/pages/webhooks/endpoint-dialog.tsx';
import { signatureSamples } from '../../../../../console/src/pages/webhooks/endpoint-page.tsx';

describe('beginningOf', () => {
  it.each([
    ['all of a short text', 'one\ntwo', 'one\ntwo'],
    ['five lines', '1\n2\n3\n4\n5\n6', '1\n2\n3\n4\n5'],
    ['300 characters', 'x'.repeat(301), 'x'.repeat(300)],
    ['whole characters alone', `${'x'.repeat(299)}🙂🙂`, `${'x'.repeat(299)}🙂`],
  ])('is %s', (_, text, beginning) => expect(beginningOf(text)).toBe(beginning));
});

it('only a local service sends to receivers on its machine', () => {
  expect(urlHint('http://127.0.0.1:3000')).toContain('http://localhost:');
  expect(urlHint('https://api.example.com')).toBe(
    'Must be https and reachable from the public internet. Redirects are not followed.',
  );
});

const SECRET = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
const BODY = '{"type":"sandbox.paused"}';

/** The sample function without a library. */
async function verifier() {
  const module = `${signatureSamples['No library']}\nexport { verify };`;
  return (await import(`data:text/javascript,${encodeURIComponent(module)}`)).verify;
}

function signed(sentAt: Date) {
  const signature = new Webhook(SECRET).sign('msg_1', sentAt, BODY);
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,b2xk ${signature}` };
}

it('the sample without a library accepts a valid signature, and rejects another body and an old message', async () => {
  const verify = await verifier();
  const [now, old] = [signed(new Date()), signed(new Date(Date.now() - 600_000))];
  expect(verify(SECRET, now, BODY)).toBe(true);
  expect(verify(SECRET, now, `${BODY} `)).toBe(false);
  expect(verify(SECRET, old, BODY)).toBe(false);
});
