import { randomUUID } from 'node:crypto';
import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, any, is, updateOf } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { WaitBounds, Waiter, WaitPlace, WaitPlaces, WaitRefusal } from './wait-for-status.ts';

/** Slots of the service in one row. With several rows, requests of different keys rarely write the same one. */
const GROUP_SIZE = 10;

/** The most rows of the service that are tried. With more than 50 slots, a free one can be missed. */
const MAX_GROUPS = 5;

/** The most writes to one row. Each failed write means that another request took a slot, so nearly all are taken. */
const MAX_TRIES = 10;

/** How long a row is kept after its last use, in milliseconds: far longer than any wait. */
const KEPT = 24 * 60 * 60 * 1000;

type Slot = WaitPlace['slots'][number];
type Row = Readonly<Record<string, AttributeValue>>;

/**
 * Places are slots with a holder and an end, in one row for each key and one for each ten places of the service. A
 * conditional write takes a slot, so it has only one holder. A slot whose end has passed counts as free.
 */
export class DynamoWaitPlaces extends TableStore<Tables<'waits'>> implements WaitPlaces {
  readonly #bounds: WaitBounds;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'waits'>, bounds: WaitBounds, now: Clock) {
    super(documents, tables, now);
    this.#bounds = bounds;
  }

  /** If the table fails in between, slots already taken expire. */
  async take({ ownerId, keyId }: Waiter, until: Date): Promise<WaitPlace | WaitRefusal> {
    const { perKey, overall } = this.#bounds;
    if (overall === 0) return 'service_full';
    const holder = randomUUID();
    const own = await this.#takeSlot(`${ownerId}/${keyId}`, perKey, holder, until);
    if (!own) return 'key_full';
    if (overall === null) return { holder, slots: [own] };
    const shared = await this.#takeShared(overall, holder, until);
    if (shared) return { holder, slots: [own, shared] };
    await this.release({ holder, slots: [own] });
    return 'service_full';
  }

  async release({ holder, slots }: WaitPlace): Promise<void> {
    await Promise.all(slots.map((slot) => this.#releaseSlot(slot, holder)));
  }

  /** Takes a slot of the service, starting at a random row so that a full row does not delay all requests. */
  async #takeShared(overall: number, holder: string, until: Date): Promise<Slot | undefined> {
    const groups = Math.ceil(overall / GROUP_SIZE);
    const first = randomBelow(groups);
    for (let tries = 0; tries < Math.min(groups, MAX_GROUPS); tries += 1) {
      const group = (first + tries) % groups;
      const size = Math.min(GROUP_SIZE, overall - group * GROUP_SIZE);
      // No owner's id begins with `#`.
      const slot = await this.#takeSlot(`#service/${group}`, size, holder, until);
      if (slot) return slot;
    }
    return undefined;
  }

  /** Takes a random free slot of the row. A failed write returns the row, which shows the slots that are free. */
  async #takeSlot(row: string, size: number, holder: string, until: Date): Promise<Slot | undefined> {
    let free = Array.from({ length: size }, (_, number) => number);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const number = free[randomBelow(free.length)];
      if (number === undefined) return undefined;
      const slot = { row, number };
      const taken = await this.#tryToTake(slot, holder, until);
      if (taken === 'taken') return slot;
      free = this.#freeSlots(taken, size);
    }
    return undefined;
  }

  /** @returns the current row when another request holds the slot */
  async #tryToTake({ row, number }: Slot, holder: string, until: Date): Promise<'taken' | Row> {
    const [holderName, untilName] = namesOf(number);
    const command = new UpdateCommand({
      TableName: this.tables.waits,
      Key: { waits_key: row },
      ...updateOf({
        set: {
          [holderName]: holder,
          [untilName]: until.getTime(),
          expires_at: Math.ceil((until.getTime() + KEPT) / 1000),
        },
        // Also its own slot, as the SDK repeats a write whose response was lost.
        when: any(absent(untilName), is(untilName, '<=', this.now().getTime()), is(holderName, '=', holder)),
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await this.documents.send(command);
      return 'taken';
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return error.Item ?? {};
    }
  }

  async #releaseSlot({ row, number }: Slot, holder: string): Promise<void> {
    const [holderName, untilName] = namesOf(number);
    const command = new UpdateCommand({
      TableName: this.tables.waits,
      Key: { waits_key: row },
      ...updateOf({ remove: [holderName, untilName], when: is(holderName, '=', holder) }),
    });
    await ifConditionHolds(this.documents.send(command));
  }

  #freeSlots(row: Row, size: number): number[] {
    const now = this.now().getTime();
    return Array.from({ length: size }, (_, number) => number).filter((number) => {
      const [, untilName] = namesOf(number);
      return Number(row[untilName]?.N ?? 0) <= now;
    });
  }
}

function namesOf(slot: number): readonly [holder: string, until: string] {
  return [`holder_${slot}`, `until_${slot}`];
}

function randomBelow(count: number): number {
  return Math.floor(Math.random() * count);
}
