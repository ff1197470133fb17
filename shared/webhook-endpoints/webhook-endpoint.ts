import * as z from 'zod';
import { Sealed } from '../vault/vault.ts';

/** Why an endpoint is told nothing: its owner wants it so, it said that it is gone (410), or it failed for days. */
export const DisabledReason = z.enum(['request', 'gone', 'failing']);
export type DisabledReason = z.infer<typeof DisabledReason>;

/** A row of the endpoints table, as owners made it and deliveries left it. Loose, as rows of a newer version must survive. */
export const WebhookEndpoint = z.looseObject({
  owner_id: z.string(),
  endpoint_id: z.string(),
  url: z.string(),
  /** Types, `sandbox.*`, or `*`. */
  events: z.array(z.string()),
  description: z.string().nullable(),
  enabled: z.boolean(),
  disabled_reason: DisabledReason.nullable(),
  disabled_at: z.string().nullable(),
  secret: Sealed,
  /** The one before, which signs too until then. */
  previous_secret: Sealed.nullable(),
  previous_secret_until: z.string().nullable(),
  /** Rises with what its owner changes, and when it is disabled: the optimistic lock. */
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Since when no attempt succeeded. */
  failing_since: z.string().nullish(),
  /** Until when it asked to be left alone. */
  hold_until: z.string().nullish(),
  /** Rises with all that is added for it, so that whoever finds nothing left knows whether that is still so. */
  additions: z.int().optional(),
  lease_holder: z.string().optional(),
  lease_until: z.string().optional(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** How many endpoints an owner may have. */
export const MOST_ENDPOINTS = 20;

/** What the secrets of an endpoint are sealed for, besides their owner. */
export function secretPurpose(endpointId: string): string {
  return `webhook-endpoint/${endpointId}`;
}

/** Whether somebody who subscribed to these wants to hear of that type. */
export function wants(events: readonly string[], type: string): boolean {
  const [noun] = type.split('.');
  return events.some((wanted) => wanted === '*' || wanted === type || wanted === `${noun}.*`);
}
