import { startedBy } from '../../shared/sandboxes/identity.ts';
import type { Assembly } from './assembly/assembly.ts';
import { physicalName } from './aws/names.ts';
import type { StreamRecord } from './dynamodb/stream.ts';
import type { InternalConsumer } from './dynamodb/stream-dispatcher.ts';

/**
 * Deletes a sandbox's workspace when its row is gone, as AWS deletes a volume. The table of sandboxes is known by its key.
 *
 * @param deleteWorkspace takes `owner/sandbox` as the tasks of the sandbox name it
 */
export function workspaceCleanup(
  assembly: Assembly,
  deleteWorkspace: (workspace: string) => Promise<void>,
): readonly InternalConsumer[] {
  return [...assembly.ofType('AWS::DynamoDB::Table'), ...assembly.ofType('AWS::DynamoDB::GlobalTable')]
    .filter(({ properties }) => properties.StreamSpecification !== undefined && hasSandboxKey(properties.KeySchema))
    .map((table) => ({
      name: 'workspace-cleanup',
      tableName: physicalName(table),
      startingPosition: 'TRIM_HORIZON',
      pageSize: 100,
      async deliver(records) {
        const removed = records.filter((record) => record.eventName === 'REMOVE').map(workspaceOf);
        await Promise.all(removed.map(deleteWorkspace));
      },
    }));
}

function hasSandboxKey(schema: unknown): boolean {
  const names = Array.isArray(schema) ? schema.map((key: { AttributeName?: unknown }) => key.AttributeName) : [];
  return names.join() === 'owner_id,sandbox_id';
}

function workspaceOf({ dynamodb }: StreamRecord): string {
  const { owner_id, sandbox_id } = dynamodb.Keys;
  const name = startedBy({ owner_id: owner_id?.S ?? '', sandbox_id: sandbox_id?.S ?? '', generation: 1 });
  return name.slice(0, name.lastIndexOf('/'));
}
