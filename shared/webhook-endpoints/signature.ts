import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** 256 bits; Standard Webhooks wants 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new secret in the form in which integrators keep it. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * The headers of one attempt (Standard Webhooks 1.0.0).
 *
 * @param secrets the newest first; during a rotation there are two, and a receiver that knows one of them is content
 */
export function signedHeaders(
  messageId: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': messageId,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => sign(`${messageId}.${seconds}.${body}`, secret)).join(' '),
  };
}

function sign(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}
