import {
  EXAMINED,
  getOrganizationUserUsage as endpoint,
} from '../../shared/contract/conversations/organization-conversations.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import type { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import type { DynamoPeople } from '../../shared/domain/accounts/people/dynamo-people.ts';
import { readNewest } from '../../shared/domain/conversations/organizations/read-newest.ts';
import { userStatistics } from '../../shared/domain/conversations/organizations/statistics.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import type { Clock } from '../../shared/platform/clock.ts';
import { people } from '../../shared/wiring/accounts.ts';
import { newestDeps } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly conversations: Pick<ConversationStore, 'list'>;
  readonly members: Pick<DynamoMembers, 'ofOwner'>;
  readonly people: Pick<DynamoPeople, 'findMany'>;
  readonly now: Clock;
}

export const getOrganizationUserUsage = implement(endpoint, async ({ params, query, caller }, deps: Deps) => {
  requireSeesAll(params.org_id, caller, 'conversations');
  const { ownerId } = caller;
  const [{ conversations, isComplete }, members] = await Promise.all([
    readNewest(ownerId, { most: EXAMINED }, deps.conversations),
    deps.members.ofOwner(ownerId),
  ]);
  const all = userStatistics(conversations, members, deps.now());
  const end = query.offset + query.limit;
  const shown = all.slice(query.offset, end);
  const ofMembers = new Set(members.map(({ person_id: id }) => id));
  const known = await deps.people.findMany(shown.map(({ user_id: id }) => id).filter((id) => ofMembers.has(id)));
  const logins = new Map(known.map((person) => [person.person_id, person]));
  return {
    items: shown.map((user) => ({
      ...user,
      first_login_at: logins.get(user.user_id)?.first_sign_in_at ?? null,
      last_login_at: logins.get(user.user_id)?.last_sign_in_at ?? null,
    })),
    has_more: end < all.length,
    is_complete: isComplete,
  };
});

export const handler = serve(getOrganizationUserUsage, (granted) => ({
  ...newestDeps(granted),
  people: people(granted),
}));
