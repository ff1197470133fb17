import type * as z from 'zod';
import {
  EXAMINED,
  getOrganizationUsageStats as endpoint,
} from '../../shared/contract/conversations/organization-conversations.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import type { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import { byPerson } from '../../shared/domain/conversations/organizations/organization-conversation.ts';
import { daysBefore, readNewest, windowDays } from '../../shared/domain/conversations/organizations/read-newest.ts';
import { usageStatistics } from '../../shared/domain/conversations/organizations/statistics.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import type { Clock } from '../../shared/platform/clock.ts';
import { newestDeps } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly conversations: Pick<ConversationStore, 'list'>;
  readonly members: Pick<DynamoMembers, 'ofOwner'>;
  readonly now: Clock;
}

export const getOrganizationUsageStats = implement(endpoint, async ({ params, query, caller }, deps: Deps) => {
  requireSeesAll(params.org_id, caller, 'conversations');
  const { ownerId } = caller;
  const createdFrom = beginOf(query, deps.now());
  const [newest, members] = await Promise.all([
    readNewest(ownerId, { createdFrom, most: EXAMINED }, deps.conversations),
    deps.members.ofOwner(ownerId),
  ]);
  return usageStatistics(newest, byPerson(members));
});

function beginOf({ time_window: window, days }: z.output<typeof endpoint.query>, now: Date): string {
  if (window === 'ytd') return new Date(Date.UTC(now.getUTCFullYear(), 0)).toISOString();
  return daysBefore(now, window === undefined ? days : windowDays[window]);
}

export const handler = serve(getOrganizationUsageStats, newestDeps);
