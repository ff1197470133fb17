import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { absent, any, is, updateOf } from '../../../platform/aws/expressions.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import type { Tables } from '../../../rights/statement.ts';
import { POOL_OWNER } from '../record/identity.ts';
import { limits } from '../record/limits.ts';
import { readSandbox, type Sandbox } from '../record/sandbox.ts';
import type { SandboxSpec } from '../specs/sandbox-specs.ts';
import { DynamoSandboxWriter } from '../store/dynamo-sandbox-store.ts';
import { isClaimable, PoolChangedError, type PoolLook, type WarmPool, type WarmTasks } from './warm-tasks.ts';

/** The row with the turn in which keepers add to the pool, next to the pace of RunTask. */
const KEY = { pace_id: 'warm-pool' };

const Turn = z.object({
  turn: z.int().default(0),
  /** Rows that the index may not have yet. */
  added: z.array(z.object({ sandbox_id: z.string(), at: z.int() })).default([]),
});
type Turn = z.infer<typeof Turn>;

/** The warm pool as starts read it: rows of sandboxes under an owner that cannot exist. */
export class DynamoWarmTasks<Granted extends Tables<'sandboxes'> = Tables<'sandboxes'>>
  extends TableStore<Granted>
  implements WarmTasks
{
  async ready(spec: SandboxSpec): Promise<readonly Sandbox[]> {
    const now = this.now();
    return (await this.listed()).filter((row) => isClaimable(row, spec, now));
  }

  /** The index has neither claimed nor deleted rows. */
  protected listed(): Promise<Sandbox[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.sandboxes,
      IndexName: 'created_at_index',
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': POOL_OWNER },
    });
    return allRows(pages, readSandbox);
  }
}

/** The same pool for its keepers, which add to it. */
export class DynamoWarmPool extends DynamoWarmTasks<Tables<'sandboxes' | 'launchPaces'>> implements WarmPool {
  /** Reads the turn first, as rows added later change it. */
  async look(): Promise<PoolLook> {
    const { turn, added } = await this.#turn();
    const listed = await this.listed();
    const known = new Set(listed.map(({ sandbox_id: id }) => id));
    return { rows: [...listed, ...(await this.#late(added.filter(({ sandbox_id: id }) => !known.has(id))))], turn };
  }

  async add(rows: readonly Sandbox[], turn: number): Promise<void> {
    const before = await this.#turn();
    if (before.turn !== turn) throw changedMeanwhile();
    const store = new DynamoSandboxWriter(this.documents, this.tables, this.now);
    const parts = store.parts(rows.map((next) => ({ previous: null, next })));
    await transact(this.documents, [this.#nextTurn(before, rows), ...parts]);
  }

  /** The turn, with the rows that were added so recently that the index may lack them. */
  async #turn(): Promise<Turn> {
    const { Item = {} } = await this.documents.send(
      new GetCommand({ TableName: this.tables.launchPaces, Key: KEY, ConsistentRead: true }),
    );
    const { turn, added } = Turn.parse(Item);
    const since = this.now().getTime() - limits.warmLag * 1000;
    return { turn, added: added.filter(({ at }) => at > since) };
  }

  #nextTurn({ turn, added }: Turn, rows: readonly Sandbox[]): Part {
    const at = this.now().getTime();
    const Update = {
      TableName: this.tables.launchPaces,
      Key: KEY,
      ...updateOf({
        set: { turn: turn + 1, added: [...added, ...rows.map(({ sandbox_id }) => ({ sandbox_id, at }))] },
        when: turn === 0 ? any(absent('turn'), is('turn', '=', 0)) : is('turn', '=', turn),
      }),
    };
    return { item: { Update }, lost: changedMeanwhile };
  }

  /** Recently added rows that are not listed: the index lacks them, or they are already claimed or deleted. */
  async #late(added: Turn['added']): Promise<readonly Sandbox[]> {
    const reads = added.map(async ({ sandbox_id }) => {
      const Key = { owner_id: POOL_OWNER, sandbox_id };
      const command = new GetCommand({ TableName: this.tables.sandboxes, Key, ConsistentRead: true });
      const { Item } = await this.documents.send(command);
      return Item ? [readSandbox(Item)] : [];
    });
    return (await Promise.all(reads)).flat().filter(({ warm, phase }) => !warm?.claimed_by && phase !== 'DELETED');
  }
}

function changedMeanwhile(): PoolChangedError {
  return new PoolChangedError('another keeper added to the warm pool');
}
