import { Webhook } from 'standardwebhooks';

/** The headers of one attempt (Standard Webhooks 1.0.0), signed with each of `secrets`, newest first. */
export function signedHeaders(
  messageId: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' '),
  };
}
