import { deleteAnnouncement as endpoint } from '../../shared/contract/service/operators.ts';
import type { DynamoOperations } from '../../shared/domain/service/operations/dynamo-operations.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { operations } from '../../shared/wiring/service.ts';

interface Deps {
  readonly operations: Pick<DynamoOperations, 'withdraw'>;
}

export const deleteAnnouncement = implement(endpoint, async ({ params }, { operations }: Deps) => {
  await operations.withdraw(params.announcement_id);
  return { success: true } as const;
});

export const handler = serve(deleteAnnouncement, (granted) => ({ operations: operations(granted) }));
