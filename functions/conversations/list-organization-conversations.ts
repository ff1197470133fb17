import {
  EXAMINED,
  listOrganizationConversations as endpoint,
} from '../../shared/contract/conversations/organization-conversations.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import { type ListAllDeps, listAll } from '../../shared/domain/conversations/organizations/list-all.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { listAllDeps } from '../../shared/wiring/conversations.ts';

export const listOrganizationConversations = implement(
  endpoint,
  async ({ params, query, caller }, deps: ListAllDeps) => {
    requireSeesAll(params.org_id, caller, 'conversations');
    const { page, per_page, ...filters } = query;
    const { items, isComplete, show } = await listAll(caller.ownerId, filters, EXAMINED, deps);
    return {
      items: [...(await show(items.slice((page - 1) * per_page, page * per_page)))],
      total_items: items.length,
      page,
      per_page,
      total_pages: Math.ceil(items.length / per_page),
      pagination_accurate: isComplete,
    };
  },
);

export const handler = serve(listOrganizationConversations, listAllDeps);
