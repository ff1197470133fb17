import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { orLostRace } from '../../../platform/aws/conditional-write.ts';
import { all, unchanged, updateOf } from '../../../platform/aws/expressions.ts';
import { scanPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { TransactItem } from '../../../platform/aws/transact.ts';
import { retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { ACTIVE_KEY, accountOf, CPU_UNITS_KEY, type OwnerAccount } from '../../billing/budgets/account.ts';
import { DynamoOwnerAccounts } from '../../billing/budgets/dynamo-owner-accounts.ts';
import { countsOf, notSuspended, reservationOf } from '../../billing/budgets/dynamo-start-condition.ts';
import type { Demand, StartBounds } from '../../billing/budgets/start-rules.ts';
import { type CountedRows, type CountRepair, countedIn, demandOf, isNothing, repairOf } from './counts.ts';
import { DynamoSandboxReader } from './dynamo-sandbox-reader.ts';
import type { SandboxChange } from './sandbox-store.ts';

/** If the count changes at every try, the repair is left to the next sweep. */
const TRIES = 5;

/** The counts of owners and lineages, written in the transactions of their sandboxes. */
export class DynamoOwnerCounts extends TableStore<Tables<'sandboxes' | 'owners'>> {
  readonly #accounts = new DynamoOwnerAccounts(this.documents, this.tables);
  readonly #sandboxes = new DynamoSandboxReader(this.documents, this.tables);

  /**
   * The counts' part of a transaction. Only a start is conditional; an end is always allowed.
   *
   * @param joins whether the transaction starts a conversation in a sandbox that runs
   */
  change(ownerId: string, changes: readonly SandboxChange[], bounds?: StartBounds, joins = false): TransactItem {
    const demand: Demand = demandOf(changes);
    const reserved = bounds && demand.starts > 0 ? reservationOf(demand, bounds) : undefined;
    return {
      Update: {
        TableName: this.tables.owners,
        Key: { owner_id: ownerId },
        ...updateOf({
          add: { ...countsOf(demand), ...reserved?.add },
          when: reserved ? all(...reserved.when) : joins ? notSuspended : undefined,
        }),
      },
    };
  }

  async *all(): AsyncIterable<readonly OwnerAccount[]> {
    for await (const page of scanPages(this.documents, { TableName: this.tables.owners }))
      yield page.map((item) => accountOf(item));
  }

  /** See `SandboxStore.repairCounts`. */
  async repair(ownerId: string): Promise<CountRepair> {
    return retryLostRaces(
      async () => {
        const seen = await this.#accounts.account(ownerId);
        const counted = countedIn(await this.#sandboxes.listCounted(ownerId));
        const repair = repairOf(seen, counted);
        const byLineage = [...seen.activeByLineage.values(), ...seen.cpuUnitsByLineage.values()];
        const isTidy = byLineage.every((count) => count !== 0);
        if (!isNothing(repair) || !isTidy) await this.#correct(seen, counted);
        return repair;
      },
      { tries: TRIES },
    );
  }

  /**
   * Writes the true counts. A query of several pages is not a snapshot: its result is correct only if no row began or
   * ceased to count since, and each such change raises `count_changes`. The count itself is compared too.
   *
   * @throws VersionConflictError when another writer was first
   */
  async #correct(seen: OwnerAccount, counted: CountedRows): Promise<void> {
    const { owner, lineages, cpuUnits } = counted;
    const counts = [
      ...namedCounts(ACTIVE_KEY, lineages, seen.activeByLineage),
      ...namedCounts(CPU_UNITS_KEY, cpuUnits.lineages, seen.cpuUnitsByLineage),
    ];
    const present = Object.fromEntries(counts.filter(([, count]) => count !== 0));
    const command = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: seen.ownerId },
      ...updateOf({
        set: { active_sandboxes: owner, cpu_units: cpuUnits.owner, ...present },
        add: { count_changes: 1 },
        remove: counts.flatMap(([name, count]) => (count === 0 ? [name] : [])),
        when: all(unchanged('active_sandboxes', seen.active), unchanged('count_changes', seen.changes)),
      }),
    });
    const lost = () => new VersionConflictError('the count of', seen.ownerId);
    try {
      await orLostRace(this.documents.send(command), lost);
    } catch (error) {
      throw error instanceof TransactionConflictException ? lost() : error;
    }
  }
}

type Counts = ReadonlyMap<string, number>;

/** The true counts of all lineages that have one or had one, by attribute. */
function namedCounts(prefix: string, actual: Counts, stored: Counts): (readonly [name: string, count: number])[] {
  const ids = new Set([...actual.keys(), ...stored.keys()]);
  return [...ids].map((id) => [`${prefix}${id}`, actual.get(id) ?? 0]);
}
