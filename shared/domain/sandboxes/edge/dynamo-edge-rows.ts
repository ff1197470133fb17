import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import {
  absent,
  all,
  any,
  type Change,
  type Condition,
  is,
  unchanged,
  updateOf,
  when,
} from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { lostParts, type Part } from '../../../platform/aws/transact.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import {
  AddressRow,
  addressesOf,
  addressIdOf,
  addressRowId,
  EdgeRow,
  LIVE_PARTITIONS,
  nameRowId,
  PROPAGATION,
  purgeAt,
  STORE_ROW,
  StoreRow,
  TURN,
} from './edge-row.ts';
import type { Claims, ComparedRows, EdgeRows, EdgeWork, LiveRows } from './edge-rows.ts';

export class DynamoEdgeRows extends TableStore<Tables<'edgeEntries'>> implements EdgeRows {
  async find(addressId: string): Promise<EdgeRow | undefined> {
    const row = await getItem(this.documents, this.tables.edgeEntries, { entry_id: nameRowId(addressId) });
    return row && EdgeRow.parse(row);
  }

  async claims(addressId: string, publicAddress: string): Promise<Claims> {
    const key = { entry_id: addressRowId(publicAddress) };
    const [own, address] = await Promise.all([
      this.find(addressId),
      getItem(this.documents, this.tables.edgeEntries, key),
    ]);
    return { own, address: address && AddressRow.parse(address) };
  }

  async claim(own: EdgeRow, address: AddressRow, read: Claims): Promise<boolean> {
    const parts = [
      this.#put(own, read.own ? asRead(read.own) : absent('entry_id')),
      this.#put(address, read.address ? asClaimed(read.address) : absent('entry_id')),
    ];
    return (await lostParts(this.documents, parts)).length === 0;
  }

  change(read: EdgeRow, change: Partial<EdgeRow>): Promise<boolean> {
    return changeRow(this.documents, this.tables.edgeEntries, read, change);
  }

  add(row: EdgeRow): Promise<boolean> {
    return addRow(this.documents, this.tables.edgeEntries, row);
  }

  #put(Item: EdgeRow | AddressRow, condition: Condition): Part {
    const Put = { TableName: this.tables.edgeEntries, Item, ...when(condition) };
    return { item: { Put }, lost: () => new Error('another caller changed the claim of an address') };
  }
}

type Sweeping = { readonly edgeEntries: Table<'edgeEntries', 'GetItem' | 'UpdateItem' | 'live_index'> };

export class DynamoLiveRows extends TableStore<Sweeping> implements LiveRows {
  live(): AsyncIterable<readonly EdgeRow[]> {
    return liveRows(this.documents, this.tables.edgeEntries);
  }

  async store(): Promise<StoreRow> {
    return StoreRow.parse((await getItem(this.documents, this.tables.edgeEntries, { entry_id: STORE_ROW })) ?? {});
  }

  async foundEmpty(at: Date): Promise<void> {
    await this.documents.send(storeUpdate(this.tables.edgeEntries, { set: { empty_at: at.getTime() } }));
  }

  change(read: EdgeRow, change: Partial<EdgeRow>): Promise<boolean> {
    return changeRow(this.documents, this.tables.edgeEntries, read, change);
  }
}

type Writing = {
  readonly edgeEntries: Table<'edgeEntries', 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'live_index'>;
};

export class DynamoEdgeWork extends TableStore<Writing> implements EdgeWork, ComparedRows {
  live(): AsyncIterable<readonly EdgeRow[]> {
    return liveRows(this.documents, this.tables.edgeEntries);
  }

  change(read: EdgeRow, change: Partial<EdgeRow>): Promise<boolean> {
    return changeRow(this.documents, this.tables.edgeEntries, read, change);
  }

  add(row: EdgeRow): Promise<boolean> {
    return addRow(this.documents, this.tables.edgeEntries, row);
  }

  async rows(addressIds: readonly string[]): Promise<readonly EdgeRow[]> {
    const keys = addressIds.map((id) => ({ entry_id: nameRowId(id) }));
    const rows = await batchGet(this.documents, this.tables.edgeEntries, keys);
    return rows.map((row) => EdgeRow.parse(row));
  }

  async written(row: EdgeRow): Promise<void> {
    const remove = ['write', 'overflow', 'former_addresses'];
    await this.#settle(row, { set: { written: row.version }, remove }, row.former_addresses);
  }

  async overflowed(row: EdgeRow): Promise<void> {
    const remove = ['write', 'written', 'former_addresses'];
    await this.#settle(row, { set: { overflow: true }, remove }, row.former_addresses);
  }

  async left(row: EdgeRow): Promise<void> {
    const remove = ['write', 'written', 'value', 'live', 'overflow', 'former_addresses'];
    await this.#settle(row, { set: { state: 'left', purge_at: purgeAt(this.now()) }, remove }, addressesOf(row));
  }

  /** Changes a row, and frees addresses of its sandbox that the store does not have any more. */
  async #settle(row: EdgeRow, change: Change, addresses: readonly string[] = []): Promise<void> {
    const now = this.now();
    const free = { free_at: now.getTime() + PROPAGATION, purge_at: purgeAt(now) };
    const isClaimed = all(is('address_id', '=', addressIdOf(row.entry_id)), absent('free_at'));
    const name = this.#part(row.entry_id, { ...change, when: asWritten(row) });
    let claims = addresses.map((one) => this.#part(addressRowId(one), { set: free, when: isClaimed }));
    while (claims.length > 0) {
      const lost = await lostParts(this.documents, [name, ...claims]);
      if (lost.length === 0 || lost.includes(name)) return;
      // A damaged row frees no address that it has not claimed.
      claims = claims.filter((part) => !lost.includes(part));
    }
    await this.#change(row, change);
  }

  async takeTurn(): Promise<StoreRow | undefined> {
    const now = this.now().getTime();
    const isFree = any(absent('turn_until'), is('turn_until', '<=', now));
    const update = storeUpdate(this.tables.edgeEntries, { set: { turn_until: now + TURN }, when: isFree }, 'ALL_NEW');
    const taken = await ifConditionHolds(this.documents.send(update));
    return taken && StoreRow.parse(taken.Attributes);
  }

  async endTurn(): Promise<void> {
    await this.#note({ remove: ['turn_until'] });
  }

  async changed(version: string): Promise<void> {
    await this.#note({ set: { changed_at: this.now().getTime(), version }, remove: ['turn_until'] });
  }

  async compared(at: Date): Promise<void> {
    await this.#note({ set: { compared_at: at.getTime() } });
  }

  async #note(change: Change): Promise<void> {
    await this.documents.send(storeUpdate(this.tables.edgeEntries, change));
  }

  async #change(row: EdgeRow, change: Change): Promise<void> {
    const command = new UpdateCommand({
      TableName: this.tables.edgeEntries,
      Key: { entry_id: row.entry_id },
      ...updateOf({ ...change, when: asWritten(row) }),
    });
    await ifConditionHolds(this.documents.send(command));
  }

  #part(entry_id: string, change: Change): Part {
    const Update = { TableName: this.tables.edgeEntries, Key: { entry_id }, ...updateOf(change) };
    return { item: { Update }, lost: () => new Error('another caller changed the entry of a sandbox') };
  }
}

function storeUpdate(table: Table<'edgeEntries'>, change: Change, ReturnValues?: 'ALL_NEW'): UpdateCommand {
  return new UpdateCommand({ TableName: table, Key: { entry_id: STORE_ROW }, ...updateOf(change), ReturnValues });
}

async function changeRow(
  documents: DynamoDBDocumentClient,
  table: Table<'edgeEntries'>,
  read: EdgeRow,
  change: Partial<EdgeRow>,
): Promise<boolean> {
  const Key = { entry_id: read.entry_id };
  const update = new UpdateCommand({ TableName: table, Key, ...updateOf({ set: change, when: asRead(read) }) });
  return (await ifConditionHolds(documents.send(update))) !== undefined;
}

async function addRow(documents: DynamoDBDocumentClient, table: Table<'edgeEntries'>, row: EdgeRow): Promise<boolean> {
  const put = new PutCommand({ TableName: table, Item: row, ...when(absent('entry_id')) });
  return (await ifConditionHolds(documents.send(put))) !== undefined;
}

async function* liveRows(
  documents: DynamoDBDocumentClient,
  table: Table<'edgeEntries'>,
): AsyncIterable<readonly EdgeRow[]> {
  for (const partition of LIVE_PARTITIONS) {
    const pages = queryPages(documents, {
      TableName: table,
      IndexName: 'live_index',
      KeyConditionExpression: 'live = :live',
      ExpressionAttributeValues: { ':live': partition },
    });
    for await (const page of pages) yield page.map((row) => EdgeRow.parse(row));
  }
}

function asRead({ version, row_version, state, generation, ended_at: endedAt }: EdgeRow): Condition {
  const counts = [unchanged('version', version), unchanged('row_version', row_version)];
  const ended = endedAt === undefined ? absent('ended_at') : is('ended_at', '=', endedAt);
  return all(...counts, is('state', '=', state), is('generation', '=', generation), ended);
}

/** Nothing has claimed or freed the address since it was read. */
function asClaimed({ address_id: id, free_at: freeAt }: AddressRow): Condition {
  return all(is('address_id', '=', id), freeAt === undefined ? absent('free_at') : is('free_at', '=', freeAt));
}

function asWritten({ version, state }: EdgeRow): Condition {
  return all(is('version', '=', version), is('state', '=', state));
}
