import {
  EXPORTED,
  exportOrganizationConversations as endpoint,
} from '../../shared/contract/conversations/organization-conversations.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import { conversationsCsv } from '../../shared/domain/conversations/organizations/csv.ts';
import { type ListAllDeps, listAll } from '../../shared/domain/conversations/organizations/list-all.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { listAllDeps } from '../../shared/wiring/conversations.ts';

export const exportOrganizationConversations = implement(
  endpoint,
  async ({ params, query, caller }, deps: ListAllDeps) => {
    requireSeesAll(params.org_id, caller, 'conversations');
    const { items, isComplete, show } = await listAll(caller.ownerId, query, EXPORTED, deps);
    if (!isComplete)
      throw new AppError(
        'too_many_rows',
        `This export would have to examine more than ${EXPORTED} conversations. Request a shorter time_window.`,
      );
    return conversationsCsv(await show(items));
  },
);

export const handler = serve(exportOrganizationConversations, listAllDeps);
