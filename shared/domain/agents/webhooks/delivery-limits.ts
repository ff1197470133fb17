import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { absent, all, any, is, updateOf } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Clock, epochSeconds, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';

const Amounts = z.object({ megabytes: z.number(), events: z.number(), conversations: z.number() });

/** What one sandbox, and all sandboxes of an owner, can deliver in ten minutes. */
export const DeliveryBounds = z.object({ sandbox: Amounts, owner: Amounts });
type DeliveryBounds = Readonly<z.infer<typeof DeliveryBounds>>;

/** What an agent delivers. A report of a conversation counts as an event. */
interface Delivery {
  readonly bytes?: number;
  readonly events?: number;
  /** Conversations that began on the agent server. */
  readonly conversations?: number;
}

/** A sandbox by its key, as in its row and in those of its conversations. */
interface Deliverer {
  readonly owner_id: string;
  readonly sandbox_id: string;
}

/** Limits what agents deliver, or leave to be fetched. They keep what is refused, and deliver it again. */
export interface DeliveryLimits {
  /** @throws AppError `rate_limited` when a limit of the sandbox or its owner is reached */
  count(sandbox: Deliverer, delivery: Delivery): Promise<void>;
  /**
   * Refuses a delivery without a read of its body or of a table, if it knows that a limit is reached.
   *
   * @throws as `count`
   */
  requireRoom(sandbox: Deliverer): void;
}

/** The size of what is delivered, as JSON. */
export function sizeOf(delivered: unknown): number {
  return Buffer.byteLength(JSON.stringify(delivered));
}

/** The length of a window in seconds: longer than a burst after a pause, shorter than agents keep what is refused. */
const WINDOW = 600;

/** How long the row of a window is kept after its end, in seconds. */
const KEPT = 3_600;

/** The most full windows that an instance remembers. After that it forgets all of them. */
const MOST_REMEMBERED = 10_000;

/** The limit of conversations is remembered apart: it leaves room for events. */
const CONVERSATIONS = ' conversations';

type Scope = keyof DeliveryBounds;

/** A limit that is reached, until the end of its window in milliseconds since 1970. */
interface Reached {
  readonly scope: Scope;
  readonly unit: keyof Delivery;
  readonly most: number;
  readonly until: number;
}

/** Counts in a row for each sandbox and one for each owner, and remembers full windows. */
export class DynamoDeliveryLimits extends TableStore<Tables<'apiCalls'>> implements DeliveryLimits {
  readonly #bounds: DeliveryBounds;
  readonly #full = new Map<string, Reached>();

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'apiCalls'>, bounds: DeliveryBounds, now: Clock) {
    super(documents, tables, now);
    this.#bounds = bounds;
  }

  async count(sandbox: Deliverer, delivery: Delivery): Promise<void> {
    this.requireRoom(sandbox);
    if (delivery.conversations !== undefined) this.#requireRoom(sandbox, CONVERSATIONS);
    const rows = rowsOf(sandbox);
    await this.#count('sandbox', rows.sandbox, delivery);
    // Afterwards: what a sandbox is refused must not use up the limit of its owner.
    await this.#count('owner', rows.owner, delivery);
  }

  requireRoom(sandbox: Deliverer): void {
    this.#requireRoom(sandbox, '');
  }

  #requireRoom(sandbox: Deliverer, suffix: string): void {
    const now = this.now().getTime();
    for (const row of Object.values(rowsOf(sandbox))) {
      const reached = this.#full.get(row + suffix);
      if (reached && reached.until > now) throw refusal(reached, now);
    }
  }

  /** The delivery that reaches a limit is accepted, so that one of any size is possible. */
  async #count(scope: Scope, row: string, delivery: Delivery): Promise<void> {
    const now = this.now();
    const { megabytes, ...others } = this.#bounds[scope];
    const most = { bytes: megabytes * 1_000_000, ...others };
    const units = (['bytes', 'events', 'conversations'] as const).filter((unit) => delivery[unit] !== undefined);
    const start = new Date(Math.floor(now.getTime() / (WINDOW * 1000)) * WINDOW * 1000);
    const command = new UpdateCommand({
      TableName: this.tables.apiCalls,
      Key: { key_hash: row, hour: timestamp(start).slice(0, 16) },
      ...updateOf({
        setOnce: { expires_at: epochSeconds(start) + WINDOW + KEPT },
        add: Object.fromEntries(units.map((unit) => [unit, delivery[unit] ?? 0])),
        when: all(...units.map((unit) => any(absent(unit), is(unit, '<', most[unit])))),
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await this.documents.send(command);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const { Item: counts = {} } = error;
      const unit = units.find((one) => Number(counts[one]?.N ?? 0) >= most[one]) ?? 'bytes';
      const reached = { scope, unit, most: most[unit], until: start.getTime() + WINDOW * 1000 };
      this.#remember(unit === 'conversations' ? row + CONVERSATIONS : row, reached);
      throw refusal(reached, now.getTime());
    }
  }

  #remember(row: string, reached: Reached): void {
    if (this.#full.size >= MOST_REMEMBERED) this.#full.clear();
    this.#full.set(row, reached);
  }
}

/** The keys differ from all hashes of API keys and from the rows of lineages. */
function rowsOf({ owner_id, sandbox_id }: Deliverer): Readonly<Record<Scope, string>> {
  return { sandbox: `deliveries/${owner_id}/${sandbox_id}`, owner: `deliveries//${owner_id}` };
}

const subjects: Readonly<Record<Scope, string>> = {
  sandbox: 'This sandbox',
  owner: "The sandboxes of this sandbox's owner",
};

function refusal({ scope, unit, most, until }: Reached, now: number): AppError {
  const wait = Math.max(1, Math.ceil((until - now) / 1000));
  const amount = unit === 'bytes' ? `${most / 1_000_000} MB` : `${most} ${unit}`;
  return new AppError(
    'rate_limited',
    `${subjects[scope]} can deliver ${amount} in ten minutes. Try again in ${wait} seconds.`,
    { extensions: { retry_after_seconds: wait, 'violated-policies': [policyOf(scope, unit)] } },
  );
}

function policyOf(scope: Scope, unit: keyof Delivery): string {
  return `${scope}-delivered-${unit}`;
}

/** Whether a refusal is of a new conversation. */
export function refusesConversation({ extensions: { 'violated-policies': [name] = [] } }: AppError): boolean {
  return name === policyOf('sandbox', 'conversations') || name === policyOf('owner', 'conversations');
}
