import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { OWN_SPEC_PREFIX } from '../../../contract/shapes/own-spec.ts';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, any, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { COUNT_KEY } from '../../../platform/aws/kept-counts.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { certain, type Part, transact } from '../../../platform/aws/transact.ts';
import { AppError, NotFoundError, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { isOwnSpecId, type OwnSpec, RETIRED, type RetiredVersion, readOwnSpec, readRetired } from './own-spec.ts';

/** All work of the workers is in one partition of the index: owners make few specs. */
const DUE = 'due';

type Due = Pick<OwnSpec, 'owner_id' | 'spec_id'>;

/** The specs of owners, and the versions that wait for their sandboxes to end. */
export class DynamoOwnSpecs extends TableStore<Tables<'sandboxSpecs'>> {
  /** All specs of an owner, by id. Their number is limited, so that they fit into few pages. A consistent read. */
  async list(ownerId: string): Promise<readonly OwnSpec[]> {
    const found: OwnSpec[] = [];
    for (let start: Record<string, unknown> | undefined; ; ) {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: this.tables.sandboxSpecs,
          KeyConditionExpression: 'owner_id = :owner AND begins_with(spec_id, :own)',
          ExpressionAttributeValues: { ':owner': ownerId, ':own': OWN_SPEC_PREFIX },
          ConsistentRead: true,
          ExclusiveStartKey: start,
        }),
      );
      found.push(...Items.map(readOwnSpec));
      if (!LastEvaluatedKey) return found;
      start = LastEvaluatedKey;
    }
  }

  async find(ownerId: string, specId: string): Promise<OwnSpec | undefined> {
    // Other rows of the table are no specs.
    if (!isOwnSpecId(specId)) return undefined;
    const row = await getItem(this.documents, this.tables.sandboxSpecs, { owner_id: ownerId, spec_id: specId });
    return row && readOwnSpec(row);
  }

  /** @throws NotFoundError also for the spec of another owner */
  async require(ownerId: string, specId: string): Promise<OwnSpec> {
    const found = await this.find(ownerId, specId);
    if (!found) throw new NotFoundError('Sandbox spec', specId);
    return found;
  }

  async findRetired(ownerId: string, key: string): Promise<RetiredVersion | undefined> {
    const row = await getItem(this.documents, this.tables.sandboxSpecs, { owner_id: ownerId, spec_id: key });
    return row && readRetired(row);
  }

  /** @throws AppError `conflict` when the owner has `most` specs, or one of this name */
  async create(spec: OwnSpec, most: number, others: readonly Part[]): Promise<void> {
    const TableName = this.tables.sandboxSpecs;
    const taken = `You have a sandbox spec ${spec.spec_id} already. Change it, or choose another name.`;
    const full = `You can have at most ${most} sandbox specs. Delete one first.`;
    await transact(this.documents, [
      ...others,
      {
        item: { Put: { TableName, Item: itemOf(spec), ...when(absent('owner_id')) } },
        lost: () => new AppError('conflict', taken),
      },
      {
        item: this.#count(spec.owner_id, 1, most),
        lost: () => new AppError('conflict', full),
      },
    ]);
  }

  /** @throws VersionConflictError when another writer changed it since it was read */
  async change(before: OwnSpec, next: OwnSpec, retired: readonly RetiredVersion[] = []): Promise<OwnSpec> {
    const written = { ...next, revision: before.revision + 1 };
    const TableName = this.tables.sandboxSpecs;
    const Put = { TableName, Item: itemOf(written), ...when(is('revision', '=', before.revision)) };
    await transact(this.documents, [
      { item: { Put }, lost: () => new VersionConflictError('sandbox spec', before.spec_id) },
      ...retired.map((row) => this.#retire(row)),
    ]);
    return written;
  }

  /** @throws VersionConflictError */
  async remove(spec: OwnSpec, retired: readonly RetiredVersion[]): Promise<void> {
    const { owner_id, spec_id, revision } = spec;
    const Delete = {
      TableName: this.tables.sandboxSpecs,
      Key: { owner_id, spec_id },
      ...when(is('revision', '=', revision)),
    };
    await transact(this.documents, [
      { item: { Delete }, lost: () => new VersionConflictError('sandbox spec', spec_id) },
      certain(this.#count(owner_id, -1)),
      ...retired.map((row) => this.#retire(row)),
    ]);
  }

  /** A part of the transaction that starts its check: the spec must still be as it was read. */
  unchanged({ owner_id, spec_id, revision }: OwnSpec): Part {
    const Key = { owner_id, spec_id };
    const ConditionCheck = { TableName: this.tables.sandboxSpecs, Key, ...when(is('revision', '=', revision)) };
    return { item: { ConditionCheck }, lost: () => new VersionConflictError('sandbox spec', spec_id) };
  }

  /** Everything to look at by now, of all owners. Only for the sweep. Eventually consistent. */
  async due(now: Date, most: number): Promise<readonly Due[]> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.sandboxSpecs,
        IndexName: 'due_index',
        KeyConditionExpression: 'due = :due AND due_at <= :now',
        ExpressionAttributeValues: { ':due': DUE, ':now': now.toISOString() },
        Limit: most,
      }),
    );
    return Items.map(({ owner_id, spec_id }) => ({ owner_id: String(owner_id), spec_id: String(spec_id) }));
  }

  /** Moves the next look ahead, so that no other worker looks meanwhile. @returns whether no other was first */
  async lease({ owner_id, spec_id }: Due, seen: string, until: Date): Promise<boolean> {
    const change = { set: { due_at: until.toISOString() }, when: is('due_at', '=', seen) };
    const Key = { owner_id, spec_id };
    const command = new UpdateCommand({ TableName: this.tables.sandboxSpecs, Key, ...updateOf(change) });
    return (await ifConditionHolds(this.documents.send(command))) !== undefined;
  }

  /** The task definition is gone. */
  async bury({ owner_id, spec_id, due_at }: RetiredVersion): Promise<void> {
    const TableName = this.tables.sandboxSpecs;
    const Delete = { TableName, Key: { owner_id, spec_id }, ...when(is('due_at', '=', due_at)) };
    const lost = () => new VersionConflictError('retired spec version', spec_id);
    await transact(this.documents, [{ item: { Delete }, lost }]);
  }

  /** The row of a version whose task definition is to be deregistered. @param checkId the sandbox of its check */
  retired({ owner_id, spec_id }: OwnSpec, family: string, checkId: string | null, at: Date): RetiredVersion {
    const due_at = at.toISOString();
    return { owner_id, spec_id: `${RETIRED}${family}`, family, of_spec_id: spec_id, check_id: checkId, due_at };
  }

  #retire(row: RetiredVersion): Part {
    return certain({ Put: { TableName: this.tables.sandboxSpecs, Item: itemOf(row) } });
  }

  #count(ownerId: string, difference: 1 | -1, most?: number) {
    const hasRoom = most === undefined ? undefined : any(absent('specs'), is('specs', '<', most));
    const change = updateOf({ add: { specs: difference }, when: hasRoom });
    const Key = { owner_id: ownerId, spec_id: COUNT_KEY };
    return { Update: { TableName: this.tables.sandboxSpecs, Key, ...change } };
  }
}

/** The index has only rows that wait for a worker. */
function itemOf(row: { readonly due_at?: string | undefined; readonly due?: unknown }): Record<string, unknown> {
  const { due_at, due: _, ...rest } = row;
  return due_at === undefined ? rest : { ...rest, due: DUE, due_at };
}
