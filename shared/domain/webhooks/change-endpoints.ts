import type { Part } from '../../platform/aws/transact.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { badField, type Revisions, requireRevision, retryLostRaces } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { checkTarget, TargetRefusedError, type TargetRules } from '../../platform/outbound/target.ts';
import type { Vault } from '../../platform/vault.ts';
import type { DynamoWebhookEndpoints, EndpointChange } from './dynamo-webhook-endpoints.ts';
import { newWebhookSecret, sealUrl, secretPurpose, type WebhookEndpoint } from './webhook-endpoint.ts';

export interface EndpointOrder {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
}

/** Makes further parts of the same transaction from the new endpoint and its secret. */
export type With = (endpoint: WebhookEndpoint, secret: string) => Promise<readonly Part[]>;

interface SealingDeps {
  readonly endpoints: DynamoWebhookEndpoints;
  readonly vault: Pick<Vault, 'seal'>;
  readonly now: Clock;
}

/** @throws AppError `validation_failed` naming `url`, `unavailable`; TooManyEndpointsError */
export async function createEndpoint(
  ownerId: string,
  order: EndpointOrder,
  others: With,
  deps: SealingDeps & { readonly rules: TargetRules },
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  await requireTarget(order.url, deps.rules);
  const at = timestamp(deps.now());
  const endpointId = newId(deps.now());
  const secret = newWebhookSecret();
  const endpoint: WebhookEndpoint = {
    owner_id: ownerId,
    endpoint_id: endpointId,
    ...order,
    ...(await sealUrl(ownerId, endpointId, order.url, deps.vault)),
    events: [...order.events],
    disabled_reason: order.enabled ? null : 'request',
    disabled_at: order.enabled ? null : at,
    secret: await deps.vault.seal(ownerId, secretPurpose(endpointId), secret),
    previous_secret: null,
    previous_secret_until: null,
    version: 1,
    created_at: at,
    updated_at: at,
  };
  await deps.endpoints.create(endpoint, await others(endpoint, secret));
  return { endpoint, secret };
}

/**
 * Changes fields; enabling starts the waiting deliveries.
 *
 * @throws NotFoundError; PreconditionFailedError; AppError `validation_failed`
 */
export async function changeEndpoint(
  ownerId: string,
  endpointId: string,
  { enabled, url, ...given }: Readonly<Partial<Record<keyof EndpointOrder, unknown>>> & EndpointChange,
  deps: SealingDeps & {
    readonly rules: TargetRules;
    readonly deliver: (ownerId: string, endpointId: string) => Promise<void>;
  },
  revisions?: Revisions,
): Promise<WebhookEndpoint> {
  const { endpoints, now } = deps;
  if (url !== undefined) await requireTarget(url, deps.rules);
  const sealed = url === undefined ? undefined : await sealUrl(ownerId, endpointId, url, deps.vault);
  const changed = await retryLostRaces(async () => {
    const endpoint = await endpoints.require(ownerId, endpointId);
    requireRevision(endpoint.version, revisions, 'webhook endpoint');
    // A URL of an older row is sealed with its next change.
    const sealedUrl =
      sealed ?? (endpoint.sealed_url ? {} : await sealUrl(ownerId, endpointId, endpoint.url, deps.vault));
    const change = { ...given, ...sealedUrl, ...(enabled === undefined ? {} : switched(endpoint, enabled, now())) };
    return Object.keys(change).length === 0 ? endpoint : endpoints.change(endpoint, change, now());
  });
  // Also if it was enabled already: a redundant delivery does no harm.
  if (enabled && (await endpoints.wake(ownerId, endpointId, now()))) await deps.deliver(ownerId, endpointId);
  return changed;
}

function switched(endpoint: WebhookEndpoint, enabled: boolean, now: Date): EndpointChange {
  if (enabled === endpoint.enabled) return {};
  return enabled
    ? { enabled, disabled_reason: null, disabled_at: null, failing_since: null, hold_until: null }
    : { enabled, disabled_reason: 'request', disabled_at: timestamp(now) };
}

/** Replaces an endpoint's secret. The old one also signs during the overlap. @throws VersionConflictError */
export async function rotateSecret(
  ownerId: string,
  endpointId: string,
  overlapSeconds: number,
  others: With,
  { endpoints, vault, now }: SealingDeps,
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  const before = await endpoints.require(ownerId, endpointId);
  const secret = newWebhookSecret();
  const sealed = await vault.seal(ownerId, secretPurpose(endpointId), secret);
  const until = timestamp(new Date(now().getTime() + overlapSeconds * 1000));
  const change =
    overlapSeconds > 0
      ? { secret: sealed, previous_secret: before.secret, previous_secret_until: until }
      : { secret: sealed, previous_secret: null, previous_secret_until: null };
  const at = now();
  const next = { ...before, ...change, updated_at: timestamp(at) };
  const endpoint = await endpoints.change(before, change, at, await others(next, secret));
  return { endpoint, secret };
}

/** @throws AppError `validation_failed` for `url`. */
export async function requireTarget(url: string, rules: TargetRules, field = 'url'): Promise<void> {
  try {
    await checkTarget(url, rules);
  } catch (error) {
    if (!(error instanceof TargetRefusedError)) throw error;
    const msg = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
    throw badField([field], msg, 'refused_url');
  }
}
