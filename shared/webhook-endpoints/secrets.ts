import { timestamp } from '../clock.ts';
import type { Vault } from '../vault/vault.ts';
import { secretPurpose, type WebhookEndpoint } from './webhook-endpoint.ts';

/** What an endpoint is signed for with at this time, the newest first. @throws as the vault does. */
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
