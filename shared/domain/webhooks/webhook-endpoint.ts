import * as z from 'zod';
import { DisabledReason } from '../../contract/shapes/enums.ts';
import { Sealed } from '../../platform/vault.ts';

/** Why an endpoint is disabled: its owner wants it so, it answered 410 Gone, or it failed for days. */

/** A row of the endpoints table. Loose: older function versions keep the fields of newer ones. */
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
  /** Rises with its owner's changes, and when it is disabled: the optimistic lock. */
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Since when no attempt succeeded. */
  failing_since: z.string().nullish(),
  /** Until when it asked to be left alone. */
  hold_until: z.string().nullish(),
  /** Counts the messages that were added, so that a run that finds none left can check that this is still so. */
  additions: z.int().optional(),
  lease_holder: z.string().optional(),
  lease_until: z.string().optional(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** How many endpoints an owner may have. */
export const MAX_ENDPOINTS = 20;

/** The seal purpose of an endpoint's secrets. */
export function secretPurpose(endpointId: string): string {
  return `webhook-endpoint/${endpointId}`;
}

/** Whether a subscription to these includes that type. */
export function wants(events: readonly string[], type: string): boolean {
  const [noun] = type.split('.');
  return events.some((wanted) => wanted === '*' || wanted === type || wanted === `${noun}.*`);
}
