import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { DisabledReason } from '../../contract/shapes/enums.ts';
import { Moment } from '../../contract/shapes/moments.ts';
import { rowReader } from '../../platform/aws/rows.ts';
import { timestamp } from '../../platform/clock.ts';
import { NO_SEAL, Sealed, type Vault } from '../../platform/vault.ts';

/** A receiver of alerts: of the owner, or of one person. */
const Alert = z.object({
  channel: z.enum(['mail', 'slack']),
  person_id: z.string().nullable(),
  kinds: z.array(z.string()),
  /** Since when it has this address. What happened before is not for it. */
  since: Moment,
});
export type Alert = z.infer<typeof Alert>;

/** A row of the endpoints table. Loose: older function versions keep the fields of newer ones. */
export const WebhookEndpoint = z.looseObject({
  owner_id: z.string(),
  endpoint_id: z.string(),
  /** The origin of the URL; the whole URL on older rows, which have no sealed one. */
  url: z.string(),
  /** The URL. Its path can contain a secret. */
  sealed_url: Sealed.nullish(),
  /** Event types, all types of an object (`sandbox.*`), or all events (`*`). */
  events: z.array(z.string()),
  description: z.string().nullable(),
  enabled: z.boolean(),
  disabled_reason: DisabledReason.nullable(),
  disabled_at: Moment.nullable(),
  secret: Sealed,
  /** The previous secret, which also signs until then. */
  previous_secret: Sealed.nullable(),
  previous_secret_until: Moment.nullable(),
  /** Optimistic lock of the owner's changes and of disabling. */
  version: z.int(),
  created_at: Moment,
  updated_at: Moment,
  /** Since when all attempts have failed. */
  failing_since: Moment.nullish(),
  /** Until when the receiver asked for no requests. */
  hold_until: z.string().nullish(),
  /** Set for a receiver of alerts, which is no webhook: its messages are texts for people. */
  alert: Alert.nullish(),
  /** The mails to a receiver of alerts in the last hour with any. */
  mails: z.object({ hour: z.string(), count: z.int() }).nullish(),
  /** The number of added messages, by which a run that found none left notices a new one. */
  additions: z.int().optional(),
  lease_holder: z.string().optional(),
  lease_until: z.string().optional(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** A damaged endpoint gets no messages until its owner changes it. */
export const readEndpoint = /* @__PURE__ */ rowReader('webhook endpoint', WebhookEndpoint, {
  shown: ['description', 'disabled_reason', 'disabled_at', 'created_at', 'updated_at', 'failing_since'],
  damaged: { enabled: false, secret: NO_SEAL },
});

/** Maximum number of endpoints of an owner. */
export const MAX_ENDPOINTS = 20;

/** The seal purpose of an endpoint's secrets. */
export function secretPurpose(endpointId: string): string {
  return `webhook-endpoint/${endpointId}`;
}

/** The attributes of a URL. */
export async function sealUrl(ownerId: string, endpointId: string, url: string, vault: Pick<Vault, 'seal'>) {
  return { url: new URL(url).origin, sealed_url: await vault.seal(ownerId, urlPurpose(endpointId), url) };
}

/** @throws as the vault does. */
export async function openUrl(endpoint: WebhookEndpoint, vault: Pick<Vault, 'open'>): Promise<string> {
  const { owner_id: ownerId, endpoint_id: id, url, sealed_url: sealed } = endpoint;
  return sealed ? vault.open(ownerId, urlPurpose(id), sealed) : url;
}

export function urlPurpose(endpointId: string): string {
  return `${secretPurpose(endpointId)}/url`;
}

/** Whether a subscription includes an event type. */
export function wants(events: readonly string[], type: string): boolean {
  const [noun] = type.split('.');
  return events.some((wanted) => wanted === '*' || wanted === type || wanted === `${noun}.*`);
}

const PREFIX = 'whsec_';

/** 256 bits. Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The secrets that currently sign for an endpoint, newest first. @throws as the vault does. */
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
