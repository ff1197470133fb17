import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { absent, any, exists, is, updateOf, when } from '../../platform/aws/expressions.ts';
import { getItem } from '../../platform/aws/get-item.ts';
import { queryPages } from '../../platform/aws/pages.ts';
import { asRead, isDamaged } from '../../platform/aws/rows.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import { certain, type Part, transact } from '../../platform/aws/transact.ts';
import { timestamp } from '../../platform/clock.ts';
import { AppError, NotFoundError, retryLostRaces, VersionConflictError } from '../../platform/errors.ts';
import type { Tables } from '../../rights/statement.ts';
import { isShown, MAX_PREBUILDS, type Prebuild, prebuildIndexes, readPrebuild } from './prebuild.ts';
import { claimKeys, claimParts, releasePart, type Source, SourceTakenError } from './source-claim.ts';

/** Key of the row that counts an owner's prebuilds. */
const COUNT_KEY = '#count';

/** Ids of prebuilds come after it; the keys of other rows begin with a number sign, which comes before. */
const FIRST = '$';

const Named = z.object({ owner_id: z.string(), prebuild_id: z.string() });
const Claim = z.object({ of_prebuild_id: z.string() });
export type PrebuildName = z.infer<typeof Named>;

/** A prebuild of the owner has the same repository, branch and spec. */
export class DuplicatePrebuildError extends AppError {
  constructor(id: string) {
    const remedy = 'Use or change that one, or delete it first.';
    super('conflict', `Prebuild ${id} is already of this repository, branch and sandbox spec. ${remedy}`, {
      extensions: { prebuild_id: id },
    });
    this.name = 'DuplicatePrebuildError';
  }
}

export class TooManyPrebuildsError extends AppError {
  constructor() {
    super('conflict', `You can have at most ${MAX_PREBUILDS} prebuilds. Delete one first.`);
    this.name = 'TooManyPrebuildsError';
  }
}

/** A write of a prebuild. */
export interface PrebuildWrite {
  readonly previous: Prebuild;
  readonly next: Prebuild;
}

/** Prebuilds by owner. */
export class DynamoPrebuilds extends TableStore<Tables<'prebuilds'>> {
  /** The owner's prebuilds, oldest first, also those that are being deleted. A consistent read. */
  async all(ownerId: string): Promise<readonly Prebuild[]> {
    // The maximum number of prebuilds fits into one page.
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.prebuilds,
        KeyConditionExpression: 'owner_id = :owner AND prebuild_id > :first',
        ExpressionAttributeValues: { ':owner': ownerId, ':first': FIRST },
        ConsistentRead: true,
      }),
    );
    return Items.map(readPrebuild);
  }

  async list(ownerId: string): Promise<readonly Prebuild[]> {
    return (await this.all(ownerId)).filter(isShown);
  }

  async find(ownerId: string, prebuildId: string): Promise<Prebuild | undefined> {
    const row = await getItem(this.documents, this.tables.prebuilds, keyOf(ownerId, prebuildId));
    return row && readPrebuild(row);
  }

  /** @throws NotFoundError also for another owner's prebuild, and for one that is being deleted */
  async require(ownerId: string, prebuildId: string): Promise<Prebuild> {
    const found = await this.find(ownerId, prebuildId);
    if (!found || !isShown(found)) throw new NotFoundError('Prebuild', prebuildId);
    return found;
  }

  /** @throws DuplicatePrebuildError; TooManyPrebuildsError; the lost races of the other parts of the transaction */
  create(row: Prebuild, others: readonly Part[] = []): Promise<void> {
    const isLost = (error: unknown) => error instanceof SourceTakenError;
    return retryLostRaces(() => this.#create(row, others), { tries: 3, isLost });
  }

  async #create(row: Prebuild, others: readonly Part[]): Promise<void> {
    const Item = { ...row, ...prebuildIndexes(row) };
    const Put = { TableName: this.tables.prebuilds, Item, ...when(absent('owner_id')) };
    const hasRoom = any(absent('prebuilds'), is('prebuilds', '<', MAX_PREBUILDS));
    try {
      await transact(this.documents, [
        ...others,
        ...claimParts(row, this.tables),
        { item: { Put }, lost: () => new VersionConflictError('prebuild', row.prebuild_id) },
        { item: this.#count(row.owner_id, 1, hasRoom), lost: () => new TooManyPrebuildsError() },
      ]);
    } catch (error) {
      const taken = error instanceof SourceTakenError ? await this.#holderOf(row) : undefined;
      throw taken === undefined ? error : new DuplicatePrebuildError(taken);
    }
  }

  /** @returns undefined if its prebuild was deleted meanwhile */
  async #holderOf(source: Source): Promise<string | undefined> {
    for (const key of claimKeys(source)) {
      const claim = await getItem(this.documents, this.tables.prebuilds, key);
      if (claim) return Claim.parse(claim).of_prebuild_id;
    }
    return undefined;
  }

  /** Hides a prebuild that is being deleted. Another one of the same source can be created at once. */
  hide(write: PrebuildWrite): Promise<void> {
    return this.save(write, [releasePart(write.previous, this.tables)]);
  }

  /** @throws VersionConflictError when another writer was first; the lost races of the other parts */
  async save(write: PrebuildWrite, others: readonly Part[] = []): Promise<void> {
    await transact(this.documents, [...others, this.part(write)]);
  }

  /** The same as a part of a larger transaction. */
  part({ previous, next }: PrebuildWrite): Part {
    const { watch: _1, watch_at: _2, ...row } = next;
    if (isDamaged(previous) && next.state !== 'DELETING')
      throw new AppError('conflict', `The record of prebuild ${next.prebuild_id} is damaged. Delete it.`);
    const Item = { ...row, ...prebuildIndexes(next) };
    const Put = { TableName: this.tables.prebuilds, Item, ...when(asRead(previous, 'version')) };
    return { item: { Put }, lost: () => new VersionConflictError('prebuild', next.prebuild_id) };
  }

  /** Removes a row whose resources are deleted. */
  async remove({ owner_id: ownerId, prebuild_id: id }: PrebuildName): Promise<void> {
    const Delete = { TableName: this.tables.prebuilds, Key: keyOf(ownerId, id), ...when(exists('owner_id')) };
    await transact(this.documents, [
      { item: { Delete }, lost: () => new VersionConflictError('prebuild', id) },
      certain(this.#count(ownerId, -1)),
    ]);
  }

  /** Those with due work, of all owners, oldest first; slightly stale. Only for the sweep. */
  async *due(now: Date): AsyncIterable<readonly PrebuildName[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.prebuilds,
      IndexName: 'watch_index',
      KeyConditionExpression: 'watch = :due AND watch_at <= :now',
      ExpressionAttributeValues: { ':due': 'due', ':now': timestamp(now) },
    });
    for await (const page of pages) yield page.map((item) => Named.parse(item));
  }

  /** The owner of a prebuild, for a webhook, which names none. Slightly stale. */
  async ownerOf(prebuildId: string): Promise<string | undefined> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.prebuilds,
        IndexName: 'hook_index',
        KeyConditionExpression: 'prebuild_id = :id',
        ExpressionAttributeValues: { ':id': prebuildId },
        Limit: 1,
      }),
    );
    return Items.map((item) => Named.parse(item).owner_id)[0];
  }

  #count(ownerId: string, difference: number, condition?: Parameters<typeof when>[0]) {
    const change = updateOf({ add: { prebuilds: difference }, when: condition });
    return { Update: { TableName: this.tables.prebuilds, Key: keyOf(ownerId, COUNT_KEY), ...change } };
  }
}

function keyOf(ownerId: string, prebuildId: string) {
  return { owner_id: ownerId, prebuild_id: prebuildId };
}
