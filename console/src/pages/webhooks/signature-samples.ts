/** Code with which receivers verify signatures, by what it is written for. */
export const signatureSamples = {
  'Node.js': `import { Webhook } from 'standardwebhooks';

// rawBody: the body as it arrived, not parsed. verify throws when the signature is wrong.
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, request.headers);`,
  Python: `import os
from standardwebhooks.webhooks import Webhook

# raw_body: the body as it arrived, not parsed. verify raises when the signature is wrong.
event = Webhook(os.environ["WEBHOOK_SECRET"]).verify(raw_body, request.headers)`,
  'No library': `import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param rawBody the body as it arrived, not parsed */
function verify(secret, headers, rawBody) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1000 - Number(sentAt)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${rawBody}\`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
} as const;

export type SampleName = keyof typeof signatureSamples;
