import {
  EXAMINED,
  getOrganizationStats as endpoint,
} from '../../shared/contract/conversations/organization-conversations.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import type { DynamoOwnerStore } from '../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { readNewest } from '../../shared/domain/conversations/organizations/read-newest.ts';
import { conversationStatistics } from '../../shared/domain/conversations/organizations/statistics.ts';
import { sandboxOf } from '../../shared/domain/conversations/record/conversation-homes.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import { apiStatus } from '../../shared/domain/sandboxes/record/status.ts';
import type { SandboxReader } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { ownerStore } from '../../shared/wiring/accounts.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly conversations: Pick<ConversationStore, 'list'>;
  readonly sandboxes: Pick<SandboxReader, 'findMany'>;
  readonly owners: Pick<DynamoOwnerStore, 'find'>;
  readonly now: Clock;
}

export const getOrganizationStats = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  requireSeesAll(params.org_id, caller, 'conversations');
  const { ownerId } = caller;
  const [newest, owner] = await Promise.all([
    readNewest(ownerId, { most: EXAMINED }, deps.conversations),
    deps.owners.find(ownerId),
  ]);
  const running = { conversations: await countActive(ownerId, newest, deps), sandboxes: owner?.active_sandboxes ?? 0 };
  return conversationStatistics(newest, running, deps.now());
});

/** The last report of an agent can be older than the pause of its sandbox. */
async function countActive(
  ownerId: string,
  { conversations }: Awaited<ReturnType<typeof readNewest>>,
  { sandboxes }: Deps,
): Promise<number> {
  const reported = conversations.filter(({ execution_status: status }) => status === 'running');
  if (reported.length === 0) return 0;
  const rows = await sandboxes.findMany(ownerId, [...new Set(reported.map(({ sandbox_id: id }) => id))]);
  const byId = new Map(rows.map((row) => [row.sandbox_id, row]));
  return reported.filter((one) => {
    const sandbox = sandboxOf(one, byId.get(one.sandbox_id));
    return sandbox !== undefined && apiStatus(sandbox) === 'RUNNING';
  }).length;
}

export const handler = serve(getOrganizationStats, (granted) => ({
  conversations: conversationStore(granted),
  sandboxes: sandboxReader(granted),
  owners: ownerStore(granted),
  now: systemClock,
}));
