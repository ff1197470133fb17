import { agentTime } from '../../../../contract/shapes/agent-time.ts';
import { canonicalId } from '../../../../contract/shapes/ids.ts';
import { timestamp } from '../../../../platform/clock.ts';
import { retryLostRaces } from '../../../../platform/errors.ts';
import { assignments } from '../../../../platform/shell.ts';
import { atRoot, inConversation } from '../../../sandboxes/agent/workspace-scripts.ts';
import { isStored, logOf } from '../../events/event.ts';
import { agentConversationId, type Conversation, type ForkedFrom } from '../../record/conversation.ts';
import { isIn } from '../../record/conversation-homes.ts';
import { ignoringBefore } from '../../record/conversation-state.ts';
import type { StepContext, StepDeps } from '../agent/start-context.ts';
import { HandOverError, StartFailedError } from '../task/start-failed.ts';

/** Time limit of the script in seconds: it copies each event of a history, which can have thousands. */
const COPY = 120;

/** Time limit of a script that only deletes files, in seconds. */
const SHORT = 30;

/** Exit codes of the script. */
const NO_CONVERSATION = 40;
const NO_EVENT = 41;

/** Whether a start begins with the history of another conversation, whose copy is on the disk of this sandbox. */
export function beginsAsFork({ conversation, sandbox }: Pick<StepContext, 'conversation' | 'sandbox'>): boolean {
  return conversation.forked_from?.sandbox_id === sandbox.sandbox_id;
}

/**
 * Copies the history on the disk of the sandbox. The agent then adopts it, as it does a recording. It could fork the
 * conversation itself, but the fork would have neither the key of its model nor those of its MCP servers: agent servers
 * do not keep them. A start gives it all that its owner has now.
 */
export async function copyHistory(context: StepContext, deps: StepDeps): Promise<void> {
  const { conversation, agent, signal, timeIsUp } = context;
  const command = copyScript(agentConversationId(conversation), forkOf(conversation));
  const { exitCode, stderr } = await deps.workspace.run(agent, { command, limitSeconds: COPY }, signal, timeIsUp);
  if (exitCode !== 0) throw copyFailure(exitCode, stderr);
  await ignoreCopied(conversation, deps);
}

function copyFailure(exitCode: number | null, stderr: string): StartFailedError {
  const again = 'Fork the conversation again.';
  if (exitCode === NO_CONVERSATION)
    return new StartFailedError(`The copied workspace does not contain the conversation. ${again}`);
  if (exitCode === NO_EVENT)
    return new StartFailedError('The copied workspace does not contain the event. Fork from another event.');
  if (exitCode === null) return new StartFailedError(`The history could not be copied in time. ${again}`);
  return new StartFailedError(`The history could not be copied. ${again}`, { text: stderr, keep: 'end' });
}

function forkOf({ conversation_id: id, forked_from: fork }: Conversation): ForkedFrom {
  if (!fork) throw new Error(`conversation ${id} is not a fork`);
  return fork;
}

/** Copies the events up to a number, unless the agent server has the new conversation already. */
export function copyScript(hexId: string, { agent_conversation_id: source, event_id: event }: ForkedFrom): string {
  return `${inConversation(hexId)}
${assignments({ source, event: event ?? '' })}
from="\${OH_CONVERSATIONS_PATH:-conversations}/$source/events"
[ ! -e "$directory/meta.json" ] || exit 0
[ -d "$from" ] || exit ${NO_CONVERSATION}
number_of() { number="\${1##*/event-}"; number="\${number%%-*}"; }
last=
if [ -n "$event" ]; then
  set -- "$from"/event-*-"$event".json
  [ -e "$1" ] || exit ${NO_EVENT}
  number_of "$1"
  last="$number"
fi
rm -rf -- "$directory/events.new" "$directory/events" && mkdir -p -- "$directory" || exit 1
cp -R -- "$from" "$directory/events.new" || exit 1
for file in "$directory"/events.new/* "$directory"/events.new/.[!.]*; do
  case "$file" in
    */event-*.json)
      number_of "$file"
      if [ -z "$last" ] || [ "$number" -le "$last" ]; then continue; fi
      ;;
  esac
  rm -rf -- "$file" || exit 1
done
mv -- "$directory/events.new" "$directory/events"`;
}

/** Keeps the state that copied events report, such as the costs of the other conversation, out of the row. */
async function ignoreCopied(
  { owner_id: ownerId, conversation_id: id }: Conversation,
  { conversations, reports, now }: StepDeps,
): Promise<void> {
  const at = timestamp(now());
  await retryLostRaces(async () => {
    const row = await conversations.find(ownerId, id);
    if (row) await reports.follow(row, ignoringBefore(row, agentTime(at) ?? at));
  });
}

/** Stores the history of a fork, and deletes the copies of other conversations from its sandbox. Idempotent. */
export async function finishFork(context: StepContext, deps: StepDeps): Promise<void> {
  await storeHistory(context, deps);
  await deleteCopies(context, deps);
}

/**
 * Stores what the agent has adopted, newest first, as the agent delivers only later events. Each event is stored once:
 * a worker that takes over repeats at most one page. @throws HandOverError
 */
async function storeHistory(context: StepContext, deps: StepDeps): Promise<void> {
  const { task, conversation, agent, signal, timeIsUp, keep } = context;
  let after = task.history_after;
  while (after !== null) {
    if (timeIsUp()) throw new HandOverError('no time for the history');
    signal.throwIfAborted();
    const { events, next } = await deps.forks.page(agent, agentConversationId(conversation), after ?? null, signal);
    // In the order of arrival, which orders events with the same time.
    await deps.events.append(logOf(conversation), events.filter(isStored).toReversed());
    await keep({ history_after: next });
    after = next;
  }
}

/**
 * Deletes the conversations that came with the workspace: their owner has them where they are. The agent would report
 * them, and the service would refuse the reports.
 */
async function deleteCopies(context: StepContext, deps: StepDeps): Promise<void> {
  const { sandbox, agent, signal, timeIsUp } = context;
  const copies: string[] = [];
  for (const { id, createdAt } of await deps.forks.conversations(agent, signal)) {
    if (await isCopy(canonicalId(id), createdAt, sandbox, deps)) copies.push(canonicalId(id));
  }
  if (copies.length === 0) return;
  const command = leasesScript(copies);
  await deps.workspace.run(agent, { command, limitSeconds: SHORT }, signal, timeIsUp);
  for (const id of copies) await deps.forks.delete(agent, id, signal);
}

/** Ends the leases of the agent server in the other sandbox, for which this one would wait. */
export function leasesScript(hexIds: readonly string[]): string {
  return `${assignments({ ids: hexIds.join(' ') })}
${atRoot}
for id in $ids; do
  rm -f -- "\${OH_CONVERSATIONS_PATH:-conversations}/$id/owner_lease.json" || exit 1
done`;
}

async function isCopy(
  agentId: string,
  createdAt: string,
  sandbox: StepContext['sandbox'],
  { conversations }: Pick<StepDeps, 'conversations'>,
): Promise<boolean> {
  const { owner_id, conversation_ids: own, generation, task_started_at, created_at } = sandbox;
  const hasThisId = (id: string) => agentConversationId({ owner_id, conversation_id: id }) === agentId;
  if (own.some(hasThisId)) return false;
  const row = await conversations.find(owner_id, agentId);
  if (row) return !isIn(sandbox, row);
  // The service does not know it under this id. If it is older than the first task, it came with the workspace.
  const begun = (generation === 1 ? task_started_at : null) ?? created_at;
  return (agentTime(createdAt) ?? '') < (agentTime(begun) ?? '');
}
