import { listModelCalls as endpoint } from '../../shared/contract/broker/model-calls.ts';
import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { DynamoModelCallLog } from '../../shared/domain/broker/calls/dynamo-model-call-log.ts';
import { modelCallView } from '../../shared/domain/broker/calls/model-call-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';

export interface Deps {
  readonly calls: Pick<DynamoModelCallLog, 'list'>;
}

/** A member sees the calls of a conversation or sandbox that they can read, and otherwise those that they pay for. */
export const listModelCalls = implement(endpoint, async ({ query, caller }, { calls }: Deps) => {
  const { ownerId } = caller;
  const { page_id: pageId, limit, conversation_id: conversationId, sandbox_id: sandboxId, status } = query;
  const isNamed = conversationId !== undefined || sandboxId !== undefined;
  const filter = { conversationId, sandboxId, status, payer: isNamed ? undefined : onlyFor(caller) };
  const scope = { ownerId, list: 'model-calls', filters: filter };
  const page = await calls.list(ownerId, filter, limit, positionOf(pageId, scope));
  return { items: page.items.map(modelCallView), next_page_id: pageIdAfter(page.next, scope) };
});

export const handler = serve(listModelCalls, (granted) => ({
  calls: new DynamoModelCallLog(documents(), granted),
}));
