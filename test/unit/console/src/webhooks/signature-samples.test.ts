import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { signatureSamples } from '../../../../../console/src/pages/webhooks/endpoint-page.tsx';

const SECRET = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
const BODY = '{"type":"sandbox.paused"}';

/** The function of the sample that needs no library. */
async function verifier() {
  const module = `${signatureSamples['No library']}\nexport { verify };`;
  return (await import(`data:text/javascript,${encodeURIComponent(module)}`)).verify;
}

function signed(sentAt: Date) {
  const signature = new Webhook(SECRET).sign('msg_1', sentAt, BODY);
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,b2xk ${signature}` };
}

it('the sample without a library takes what is signed, and neither another body nor an old message', async () => {
  const verify = await verifier();
  const [now, old] = [signed(new Date()), signed(new Date(Date.now() - 600_000))];
  expect(verify(SECRET, now, BODY)).toBe(true);
  expect(verify(SECRET, now, `${BODY} `)).toBe(false);
  expect(verify(SECRET, old, BODY)).toBe(false);
});
