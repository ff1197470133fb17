import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxSpec } from '../specs/sandbox-specs.ts';
import { poolRows } from './pool-rows.ts';
import { isClaimable, type WarmTasks } from './warm-tasks.ts';

/** What starts read of the warm pool. */
export class DynamoWarmTasks implements WarmTasks {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: Tables<'sandboxes'>;
  readonly #now: Clock;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'sandboxes'>, now: Clock = systemClock) {
    this.#documents = documents;
    this.#tables = tables;
    this.#now = now;
  }

  async ready(spec: SandboxSpec): Promise<readonly Sandbox[]> {
    const now = this.#now();
    return (await poolRows(this.#documents, this.#tables.sandboxes)).filter((row) => isClaimable(row, spec, now));
  }
}
