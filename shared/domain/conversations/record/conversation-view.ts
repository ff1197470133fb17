import type * as z from 'zod';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { AppConversation } from '../../../contract/shapes/app-conversation.ts';
import type { LegacyConversation } from '../../../contract/shapes/legacy-conversation.ts';
import { exposedAgentUrl } from '../../sandboxes/agent/agents.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import { agentPath, MOUNT, projectDirectory } from '../../sandboxes/agent/workspace-scripts.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus, isGone, statusDetail } from '../../sandboxes/record/status.ts';
import type { SandboxStore } from '../../sandboxes/store/sandbox-store.ts';
import { type ShownKey, seesUrl, shownKeyFor } from '../../sandboxes/view/shown-keys.ts';
import { agentConversationId, type Conversation, startError } from './conversation.ts';
import { sandboxOf } from './conversation-homes.ts';
import type { ConversationReports } from './conversation-state.ts';
import { executionStatus, keepTitles, type LiveStatuses, liveStatuses } from './live-status.ts';

export interface ViewDeps {
  readonly sandboxes: Pick<SandboxStore, 'findMany'>;
  readonly keys: SandboxKeys;
  readonly reports: ConversationReports;
}

type AppConversationView = z.input<typeof AppConversation>;
type LegacyView = z.input<typeof LegacyConversation>;

/** The sandboxes of conversations and their live statuses. */
interface Liveness extends LiveStatuses {
  /** By the id of the conversation. */
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
}

/** Sandboxes that were read already, by id; undefined for those that do not exist. */
export type KnownSandboxes = ReadonlyMap<string, Sandbox | undefined>;

// Marked as pure, so that functions that show no conversations bundle neither views nor the calls of agents.

/** Conversations in the form of the current generation, in the given order. */
export const appConversationViews = /* @__PURE__ */ viewsBy(appConversationView);

/** Conversations in the form of the legacy generation, in the given order. */
export const legacyViews = /* @__PURE__ */ viewsBy(legacyView);

/** The caller of a read: its owner, and the scopes that decide whether it sees session keys. */
export type Viewer = Pick<Caller, 'ownerId' | 'scopes' | 'person'>;

function viewsBy<View>(view: (conversation: Conversation, liveness: Liveness, shownKey: ShownKey) => Promise<View>) {
  return async (
    viewer: Viewer,
    conversations: readonly Conversation[],
    deps: ViewDeps,
    known: KnownSandboxes = new Map(),
  ): Promise<View[]> => {
    const liveness = await livenessOf(viewer.ownerId, conversations, deps, known);
    const titled = await keepTitles(conversations, liveness.titles, deps.reports);
    const shownKey = shownKeyFor(viewer, deps.keys);
    return Promise.all(titled.map((conversation) => view(conversation, liveness, shownKey)));
  };
}

/** A conversation in the form of the current generation whose sandbox is known. */
export async function appConversationViewAt(
  viewer: Viewer,
  conversation: Conversation,
  sandbox: Sandbox | undefined,
  deps: Pick<ViewDeps, 'keys' | 'reports'>,
): Promise<AppConversationView> {
  const liveness = await live([conversation], new Map([[conversation.sandbox_id, sandbox]]), deps);
  const [titled = conversation] = await keepTitles([conversation], liveness.titles, deps.reports);
  return appConversationView(titled, liveness, shownKeyFor(viewer, deps.keys));
}

/** Asks the agents of known sandboxes while the other sandboxes are read. */
async function livenessOf(
  ownerId: string,
  conversations: readonly Conversation[],
  deps: ViewDeps,
  known: KnownSandboxes,
): Promise<Liveness> {
  const { known: early = [], unknown: late = [] } = Object.groupBy(conversations, ({ sandbox_id: id }) =>
    known.has(id) ? 'known' : 'unknown',
  );
  const [first, second] = await Promise.all([
    live(early, known, deps),
    read(ownerId, late, deps).then((byId) => live(late, byId, deps)),
  ]);
  return {
    sandboxes: new Map([...first.sandboxes, ...second.sandboxes]),
    statuses: new Map([...first.statuses, ...second.statuses]),
    absent: new Set([...first.absent, ...second.absent]),
    titles: new Map([...first.titles, ...second.titles]),
  };
}

async function read(ownerId: string, conversations: readonly Conversation[], deps: ViewDeps): Promise<KnownSandboxes> {
  const found = await deps.sandboxes.findMany(
    ownerId,
    conversations.map(({ sandbox_id: id }) => id),
  );
  return new Map(found.map((sandbox) => [sandbox.sandbox_id, sandbox]));
}

async function live(
  conversations: readonly Conversation[],
  byId: KnownSandboxes,
  deps: Pick<ViewDeps, 'keys'>,
): Promise<Liveness> {
  const sandboxes = new Map(
    conversations.flatMap((conversation) => {
      const sandbox = sandboxOf(conversation, byId.get(conversation.sandbox_id));
      return sandbox ? [[conversation.conversation_id, sandbox]] : [];
    }),
  );
  return { sandboxes, ...(await liveStatuses(conversations, sandboxes, deps.keys)) };
}

async function appConversationView(
  conversation: Conversation,
  liveness: Liveness,
  shownKey: ShownKey,
): Promise<AppConversationView> {
  const sandbox = liveness.sandboxes.get(conversation.conversation_id);
  const { url, key } = await access(conversation, liveness, shownKey);
  const status = executionStatus(conversation, sandbox, liveness);
  const failure = startError(conversation, status);
  return {
    id: conversation.conversation_id,
    created_by_user_id: conversation.created_by ?? conversation.owner_id,
    sandbox_id: conversation.sandbox_id,
    selected_repository: conversation.selected_repository,
    selected_branch: conversation.selected_branch,
    git_provider: conversation.git_provider,
    title: conversation.title,
    trigger: conversation.trigger,
    pr_number: conversation.pr_number,
    llm_model: conversation.llm_model,
    max_budget_per_task: conversation.max_budget_per_task ?? null,
    parent_conversation_id: conversation.parent_conversation_id,
    sub_conversation_ids: conversation.sub_conversation_ids,
    forked_from_conversation_id: conversation.forked_from?.conversation_id ?? null,
    forked_from_event_id: conversation.forked_from?.event_id ?? null,
    created_at: conversation.created_at,
    updated_at: conversation.updated_at,
    public: conversation.public,
    share_id: conversation.share?.token ?? null,
    visibility: conversation.private_to === undefined ? 'members' : 'private',
    waits_for: conversation.waits_for ?? null,
    metrics: conversation.metrics ?? null,
    sandbox_status: sandbox ? apiStatus(sandbox) : 'MISSING',
    execution_status: failure === null ? status : 'error',
    status_detail: failure,
    warnings: conversation.start_warnings ?? [],
    conversation_url: url,
    session_api_key: key,
    workspace: workspaceOf(conversation, sandbox),
    agent_kind: conversation.agent_kind ?? 'openhands',
    tags: conversation.tags ?? {},
    acp_server: conversation.acp_server ?? null,
    launched_agent_profile: conversation.launched_agent_profile ?? null,
  };
}

/** The directory that the agent reported. Before its first report, the directory that the start prepares. */
function workspaceOf(
  { working_dir: reported, selected_repository: repository }: Conversation,
  sandbox: Sandbox | undefined,
): AppConversationView['workspace'] {
  if (reported) return { working_dir: reported };
  return sandbox ? { working_dir: agentPath(MOUNT, sandbox.working_dir, projectDirectory(repository)) } : null;
}

/** The legacy generation has only three statuses: `message` explains why a conversation is STOPPED. */
async function legacyView(conversation: Conversation, liveness: Liveness, shownKey: ShownKey): Promise<LegacyView> {
  const sandbox = liveness.sandboxes.get(conversation.conversation_id);
  const { url, key } = await access(conversation, liveness, shownKey);
  const execution = liveness.statuses.get(conversation.conversation_id);
  const failure = startError(conversation, execution ?? conversation.execution_status);
  const known = legacyStatus(sandbox, failure);
  // The start of the conversation goes on until its agent has it.
  const isSetUp = !liveness.absent.has(conversation.conversation_id);
  const status = known === 'RUNNING' && !isSetUp ? 'STARTING' : known;
  return {
    conversation_id: conversation.given_id ?? conversation.conversation_id,
    title: conversation.title,
    last_updated_at: conversation.updated_at,
    status,
    message: legacyMessage(sandbox, failure),
    runtime_status: failure === null ? runtimeStatus(known, isSetUp, execution) : 'STATUS$ERROR',
    selected_repository: conversation.selected_repository,
    selected_branch: conversation.selected_branch,
    git_provider: conversation.git_provider,
    trigger: conversation.trigger,
    num_connections: 0,
    url,
    session_api_key: key,
    created_at: conversation.created_at,
    pr_number: conversation.pr_number,
    conversation_version: 'V1',
    sub_conversation_ids: conversation.sub_conversation_ids,
  };
}

/** @param failure why the conversation never started */
export function legacyStatus(sandbox: Sandbox | undefined, failure: string | null = null): LegacyView['status'] {
  if (failure !== null) return 'STOPPED';
  const status = isGone(sandbox) ? 'MISSING' : apiStatus(sandbox);
  return status === 'STARTING' || status === 'RUNNING' ? status : 'STOPPED';
}

export function legacyMessage(sandbox: Sandbox | undefined, failure: string | null = null): string | null {
  if (failure !== null) return `The conversation did not start. ${failure}`;
  if (isGone(sandbox)) return 'The sandbox of this conversation is gone (MISSING).';
  const status = apiStatus(sandbox);
  if (status === 'MISSING') return `The workspace is gone (MISSING). ${statusDetail(sandbox) ?? ''}`.trim();
  if (status === 'PAUSED') return `The sandbox is paused (PAUSED). ${statusDetail(sandbox) ?? ''}`.trim();
  return status === 'ERROR' ? `The sandbox failed (ERROR). ${statusDetail(sandbox) ?? ''}`.trim() : null;
}

function runtimeStatus(status: LegacyView['status'], isSetUp: boolean, execution: string | undefined): string | null {
  if (status === 'STARTING') return 'STATUS$STARTING_RUNTIME';
  if (status !== 'RUNNING') return null;
  if (!isSetUp) return 'STATUS$SETTING_UP_WORKSPACE';
  return execution === 'error' || execution === 'stuck' ? 'STATUS$ERROR' : 'STATUS$READY';
}

/** Null for an agent that does not have the conversation (yet), which would respond with 404. */
async function access(conversation: Conversation, { sandboxes, absent }: Liveness, shownKey: ShownKey) {
  const { conversation_id: id } = conversation;
  const sandbox = sandboxes.get(id);
  const agent = sandbox && apiStatus(sandbox) === 'RUNNING' ? exposedAgentUrl(sandbox) : undefined;
  if (!sandbox?.key_id || !agent || absent.has(id)) return { url: null, key: null };
  const key = await shownKey(sandbox);
  const isShown = seesUrl(sandbox, 'AGENT_SERVER', key !== null);
  return { url: isShown ? `${agent}/api/conversations/${agentConversationId(conversation)}` : null, key };
}

/** The legacy response to creating, joining, starting or stopping a conversation. */
export function legacyResponse(conversation: Conversation, sandbox: Sandbox | undefined) {
  const failure = startError(conversation, conversation.execution_status);
  return {
    status: 'ok',
    conversation_id: conversation.given_id ?? conversation.conversation_id,
    message: legacyMessage(sandbox, failure),
    conversation_status: legacyStatus(sandbox, failure),
  };
}
