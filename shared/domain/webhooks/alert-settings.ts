import type { Caller } from '../../contract/endpoint/caller.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { AppError, badField, retryLostRaces } from '../../platform/errors.ts';
import type { TargetRules } from '../../platform/outbound/target.ts';
import { BrokenSealError, type Vault } from '../../platform/vault.ts';
import { requireTarget } from './change-endpoints.ts';
import type { AlertRow, DynamoAlerts } from './dynamo-alerts.ts';
import type { DynamoWebhookEndpoints } from './dynamo-webhook-endpoints.ts';
import {
  type Alert,
  newWebhookSecret,
  openUrl,
  sealUrl,
  secretPurpose,
  urlPurpose,
  type WebhookEndpoint,
} from './webhook-endpoint.ts';

export interface AlertViewDeps {
  readonly endpoints: Pick<DynamoWebhookEndpoints, 'list'>;
  readonly alerts: Pick<DynamoAlerts, 'choice'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly sendsMail: boolean;
}

export interface AlertDeps extends AlertViewDeps {
  readonly alerts: Pick<DynamoAlerts, 'choice' | 'change'>;
  readonly vault: Pick<Vault, 'open' | 'seal'>;
  readonly rules: TargetRules;
  readonly now: Clock;
}

export interface AlertChange<Kind extends string> {
  readonly mail?: readonly string[] | undefined;
  readonly slack_url?: string | null | undefined;
  readonly on?: readonly Kind[] | undefined;
}

type Events<Kind extends string> = Readonly<Record<Kind, readonly string[]>>;

const MAILTO = 'mailto:';

/** The mail address of a receiver. */
export function addressOf(url: string): string {
  return url.slice(MAILTO.length);
}

/** The person who chooses alerts for themselves. @throws AppError `forbidden` */
export function requirePerson({ person }: Pick<Caller, 'person'>): NonNullable<Caller['person']> {
  if (person) return person;
  throw new AppError(
    'forbidden',
    'This API key belongs to no person, so it has no alerts of its own. Sign in, or use a key that a member made.',
  );
}

/** @param personId null for the owner's own alerts */
export async function alertsView<Kind extends string>(
  ownerId: string,
  personId: string | null,
  events: Events<Kind>,
  deps: AlertViewDeps,
) {
  const { kinds: chosen } = await deps.alerts.choice(ownerId, personId);
  const rows = await receiversOf(ownerId, personId, deps);
  const shown = await Promise.all(
    rows.map(async (row) => ({ channel: row.alert.channel, ...(await shownOf(row, deps)) })),
  );
  const kinds = Object.keys(events) as Kind[];
  return {
    mail: shown.filter(({ channel }) => channel === 'mail').map(({ channel: _, ...one }) => one),
    slack: shown.filter(({ channel }) => channel === 'slack').map(({ channel: _, ...one }) => one)[0] ?? null,
    mail_available: deps.sendsMail,
    on: chosen ? kinds.filter((kind) => chosen.includes(kind)) : kinds,
  };
}

type Receiver = WebhookEndpoint & { readonly alert: Alert };

async function receiversOf(
  ownerId: string,
  personId: string | null,
  { endpoints }: Pick<AlertViewDeps, 'endpoints'>,
): Promise<readonly Receiver[]> {
  const all = await endpoints.list(ownerId);
  return all.filter((row): row is Receiver => row.alert?.person_id === personId);
}

/** The channels by which an owner's alerts of a kind are received now. */
export async function alertChannelsOf(
  ownerId: string,
  kind: string,
  endpoints: AlertViewDeps['endpoints'],
): Promise<ReadonlySet<Alert['channel']>> {
  const rows = await receiversOf(ownerId, null, { endpoints });
  return new Set(rows.flatMap(({ enabled, alert }) => (enabled && alert.kinds.includes(kind) ? [alert.channel] : [])));
}

async function shownOf(row: Receiver, { vault }: AlertViewDeps) {
  const to = row.alert.channel === 'slack' ? row.url : addressOf(await openUrl(row, vault));
  return { to, enabled: row.enabled, disabled_reason: row.disabled_reason };
}

/**
 * Changes what alerts are about and who receives them, in one transaction. Each receiver is a hidden webhook endpoint,
 * so it has retries, a lane and a log of its own.
 *
 * @throws AppError `validation_failed`
 */
export async function changeAlerts<Kind extends string>(
  ownerId: string,
  personId: string | null,
  { mail, slack_url: slackUrl, on }: AlertChange<Kind>,
  events: Events<Kind>,
  deps: AlertDeps,
): Promise<void> {
  if (mail && mail.length > 0 && !deps.sendsMail) {
    throw badField(['mail'], 'This deployment sends no mail. Ask its operator for the setting mailFrom.');
  }
  if (slackUrl) await requireTarget(slackUrl, deps.rules, 'slack_url');
  await retryLostRaces(async () => {
    const now = deps.now();
    const choice = await deps.alerts.choice(ownerId, personId);
    const before = await receiversOf(ownerId, personId, deps);
    const kinds = on ?? choice.kinds ?? Object.keys(events);
    const common = { events: [...new Set(kinds.flatMap((kind) => events[kind as Kind] ?? []))] };
    const slack = typeof slackUrl === 'string' ? [slackUrl] : slackUrl;
    const asked = { mail: mail?.map((address) => `${MAILTO}${address}`), slack };
    const places = await placesFor(personId, asked, before, timestamp(now), deps);
    const kept = before
      .filter(({ alert: { channel } }) => asked[channel] === undefined)
      .map(({ endpoint_id, alert }) => ({ endpoint_id, ...common, alert: { ...alert, kinds: [...kinds] } }));
    const written = await Promise.all(
      places.map(async ({ id, url, ...place }): Promise<AlertRow> => {
        const sealed = await sealedAddress(ownerId, id, url, deps.vault);
        const secret = await deps.vault.seal(ownerId, secretPurpose(id), newWebhookSecret());
        const alert = { ...place, person_id: personId, kinds: [...kinds] };
        return { endpoint_id: id, ...sealed, secret, ...fresh, ...common, alert };
      }),
    );
    const ids = new Set([...written, ...kept].map(({ endpoint_id: id }) => id));
    const removed = before.map(({ endpoint_id: id }) => id).filter((id) => !ids.has(id));
    await deps.alerts.change(ownerId, personId, choice, { kinds, written, kept, removed }, now);
  });
}

/** A receiver that works, as far as anybody knows. */
const fresh = {
  ...{ previous_secret: null, previous_secret_until: null, description: null },
  ...{ enabled: true, disabled_reason: null, disabled_at: null, failing_since: null, hold_until: null },
};

/** The row of a receiver. */
interface Place extends Pick<Alert, 'channel' | 'since'> {
  readonly id: string;
  readonly url: string;
}

/**
 * A known address keeps its row. Another one gets a free row, and nothing that waits there: it happened before.
 *
 * @param asked the URLs of each channel; null for none, undefined for those that are there
 */
async function placesFor(
  personId: string | null,
  asked: Readonly<Record<Alert['channel'], readonly string[] | null | undefined>>,
  before: readonly Receiver[],
  now: string,
  { vault }: Pick<AlertDeps, 'vault'>,
): Promise<readonly Place[]> {
  const known = new Map(await Promise.all(before.map(async (row) => [await urlOf(row, vault), row] as const)));
  const placed = (urls: readonly string[], channel: Alert['channel'], ids: Iterator<string>): readonly Place[] =>
    [...new Set(urls)].map((url) => {
      const row = known.get(url);
      const id = row?.endpoint_id ?? ids.next().value;
      return { id, url, channel, since: row?.alert.since ?? now };
    });
  const name = `alert-${personId ?? 'owner'}`;
  const mails = asked.mail ?? [];
  const taken = new Set(before.map(({ endpoint_id: id }) => id));
  const free = Array.from({ length: taken.size + mails.length }, (_, index) => `${name}-mail-${index}`);
  const slack = [`${name}-slack`].values();
  return [
    ...placed(mails, 'mail', free.filter((id) => !taken.has(id)).values()),
    ...placed(asked.slack ?? [], 'slack', slack),
  ];
}

/** A damaged URL equals no other, so that its receiver can be replaced. */
async function urlOf(row: Receiver, vault: Pick<Vault, 'open'>): Promise<string> {
  return openUrl(row, vault).catch((error: unknown) => {
    if (error instanceof BrokenSealError) return '';
    throw error;
  });
}

/** Mail addresses have no origin to show. */
async function sealedAddress(ownerId: string, id: string, url: string, vault: Pick<Vault, 'seal'>) {
  if (!url.startsWith(MAILTO)) return sealUrl(ownerId, id, url, vault);
  return { url: MAILTO, sealed_url: await vault.seal(ownerId, urlPurpose(id), url) };
}
