import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { all, is, updateOf } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { Sandbox } from '../record/sandbox.ts';

/** Records that a person uses a running sandbox, which bounds how long traffic at its addresses keeps it running. */
export interface SandboxUses {
  /** Does nothing for a sandbox that no longer runs in this generation. */
  note(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at' | 'generation'>): Promise<void>;
}

export class DynamoSandboxUses extends TableStore<Tables<'sandboxes'>> implements SandboxUses {
  async note({ owner_id, sandbox_id, created_at, generation }: Parameters<SandboxUses['note']>[0]): Promise<void> {
    const write = this.documents.send(
      new UpdateCommand({
        TableName: this.tables.sandboxes,
        Key: { owner_id, sandbox_id },
        ...updateOf({
          set: { last_used_at: timestamp(this.now()) },
          // A writer with an earlier read fails.
          add: { version: 1 },
          when: all(
            is('created_at', '=', created_at),
            is('generation', '=', generation),
            is('desired', '=', 'RUNNING'),
          ),
        }),
      }),
    );
    await ifConditionHolds(write);
  }
}
