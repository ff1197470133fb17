import { randomBytes } from 'node:crypto';
import { timestamp } from '../../platform/clock.ts';
import type { Vault } from '../../platform/vault.ts';
import { secretPurpose, type WebhookEndpoint } from './webhook-endpoint.ts';

const PREFIX = 'whsec_';

/** 256 bits; Standard Webhooks wants 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new secret in the form in which integrators keep it. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The secrets that sign for an endpoint at this time, the newest first. @throws as the vault does. */
export async function openSecrets(
  endpoint: WebhookEndpoint,
  vault: Pick<Vault, 'open'>,
  now: Date,
): Promise<readonly string[]> {
  const {
    owner_id: ownerId,
    endpoint_id: id,
    secret,
    previous_secret: previous,
    previous_secret_until: until,
  } = endpoint;
  const overlaps = previous !== null && until !== null && until > timestamp(now);
  const sealed = overlaps ? [secret, previous] : [secret];
  return Promise.all(sealed.map((one) => vault.open(ownerId, secretPurpose(id), one)));
}
