import { randomUUID } from 'node:crypto';
import { uploadIn } from '../../../../contract/shapes/pictures.ts';
import { readRecording } from '../../../../contract/shapes/recording.ts';
import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { retryLostRaces } from '../../../../platform/errors.ts';
import { assignments } from '../../../../platform/shell.ts';
import { inConversation, scratchDirectory } from '../../../sandboxes/agent/workspace-scripts.ts';
import { agentLlm } from '../../../settings/model-reader.ts';
import { type AgentEvent, logOf } from '../../events/event.ts';
import { agentConversationId } from '../../record/conversation.ts';
import { wholePictures } from '../../uploads/large-parts.ts';
import { partlyHiddenIn } from '../agent/agent-secrets.ts';
import { brokenServers, serverWarningsOf } from '../agent/mcp-probe.ts';
import type { StepContext, StepDeps, StepResult } from '../agent/start-context.ts';
import { startPayload } from '../agent/start-payload.ts';
import { StartFailedError } from '../task/start-failed.ts';
import type { StartTask } from '../task/start-task.ts';
import type { StepWarning } from '../task/start-warnings.ts';
import { historyOf } from '../workspace/history.ts';
import { hooksIn, hooksProblem, hooksScript } from '../workspace/hooks-problem.ts';
import { directoryOf } from '../workspace/set-up-project.ts';
import { tar } from '../workspace/tar.ts';
import { beginsAsFork, copyHistory, finishFork } from './fork-history.ts';

/** Time limit of a script that only moves files, in seconds. */
const SHORT = 30;

/** Creates the conversation on the agent server, unless it exists there. */
export async function beginConversation(context: StepContext, deps: StepDeps): Promise<StepResult> {
  const { conversation, sandbox, settings, secrets, agent, signal } = context;
  const task = await withLargeParts(context.task, deps);
  const directory = directoryOf(context);
  const hooks = await deps.agents.hooksOf(agent, directory, signal);
  const history = replayedHistory({ ...context, task });
  // Before the conversation is created: the agent then adopts the events on its disk as its history, and clients that
  // find the conversation with its agent find its history too.
  if (history) {
    await writeHistory(history, context, deps);
    await keepHistory(history, context, deps);
  }
  const isThere = await isWithAgent(context, deps);
  const isFork = beginsAsFork(context);
  if (isFork) await copyHistory(context, deps);
  const broken = isThere ? undefined : await brokenServers({ settings, secrets }, agent, deps.agents, signal);
  const ofServers = broken?.values() ?? serverWarningsOf(conversation);
  const ofHooks = hooks === null ? await hooksWarning(context, deps) : [];
  const warnings = [...ofHooks, ...ofServers, ...secretsWarning(context), ...modelWarning(context)];
  const isOther = await keepModel(context, deps);
  const payload = startPayload({ task, conversation, settings, secrets, directory, hooks, broken });
  const result = await deps.agents.create(agent, payload, context.isRepeated, signal);
  if (result === 'unconfirmed') await deps.keepFirstMessage(context.task, sandbox);
  if (result !== 'created') await switchModel(context, isOther, deps);
  if (isFork) await finishFork(context, deps);
  return { detail: null, warnings };
}

/**
 * Whether an earlier start has created the conversation. It then keeps the MCP servers of that start, and another test
 * of a silent one would take half a minute.
 */
async function isWithAgent(context: StepContext, { agents }: StepDeps): Promise<boolean> {
  const { task, conversation, agent, signal, isRepeated } = context;
  const isFirst = task.created_at === conversation.created_at || isRepeated || task.failures > 0;
  return !isFirst && agents.has(agent, agentConversationId(conversation), signal);
}

/** Agent servers read no hooks from a file with a mistake, and say so only in their log. */
async function hooksWarning(context: StepContext, { workspace }: StepDeps): Promise<readonly StepWarning[]> {
  const { task, agent, sandbox, signal, timeIsUp } = context;
  if (!task.project?.has_hooks_file) return [];
  const command = hooksScript(sandbox.working_dir, task.project.directory);
  const { exitCode, stdout } = await workspace.run(agent, { command, limitSeconds: SHORT }, signal, timeIsUp);
  const problem = exitCode === 0 ? hooksProblem(hooksIn(stdout)) : undefined;
  if (problem === undefined) return [];
  const message = `The agent works without the hooks in .openhands/hooks.json, as ${problem}. Correct the file and start a new conversation.`;
  return [{ code: 'hooks_not_read', message }];
}

/** Agents hide few lines, as each is a line of their instructions. */
function secretsWarning({ settings, secrets }: StepContext): readonly StepWarning[] {
  const names = partlyHiddenIn(settings, secrets);
  if (names.length === 0) return [];
  const message = `Agents hide at most 100 lines of secrets, so a program that prints single lines of ${names.join(', ')} shows some of them. Delete secrets with many lines that agents do not need.`;
  return [{ code: 'secrets_partly_hidden', message }];
}

/** The key of one provider is of no use at another, so the agent then has the model of the settings. */
function modelWarning({ task, conversation, settings, model }: StepContext): readonly StepWarning[] {
  const { llm_model: asked } = StartRequest.parse(task.request);
  const used = model.llm_model ?? settings.llm.model;
  const isOther = asked !== null && asked !== used && !conversation.llm_profile;
  if (!isOther || settings.agent?.kind === 'acp') return [];
  const message = `The conversation uses ${used} instead of ${asked}, as the settings have no API key for the provider of ${asked}. Save the model with its key as a model profile, then switch the conversation to it.`;
  return [{ code: 'model_key_missing', message }];
}

/** The task with the pictures and the recording that its row refers to. */
async function withLargeParts(task: StartTask, { uploads }: StepDeps): Promise<StartTask> {
  const { owner_id: ownerId, replay_json: replay } = task;
  const { initial_message: message } = StartRequest.parse(task.request);
  const uploadId = replay === null ? undefined : uploadIn(replay);
  const recording = uploadId === undefined ? replay : await uploads.read(ownerId, uploadId);
  if (recording === undefined) throw new StartFailedError('The recording has expired. Start again.');
  const content = message && (await wholePictures(ownerId, message.content, uploads));
  const initial_message = message && { ...message, content };
  return { ...task, request: { ...task.request, initial_message }, replay_json: recording };
}

/**
 * Keeps the hash of the agent's key for the model broker, before the agent has the key.
 *
 * @returns whether an agent that has the conversation already has another key
 */
async function keepModel({ conversation, model }: StepContext, { conversations, reports }: StepDeps): Promise<boolean> {
  const { owner_id: ownerId, conversation_id: id } = conversation;
  let isOther = false;
  await retryLostRaces(async () => {
    const row = await conversations.find(ownerId, id);
    if (!row) return;
    isOther = (row.model_key_hash ?? null) !== model.model_key_hash;
    const { llm_model: name = row.llm_model } = model;
    if (isOther || name !== row.llm_model) await reports.follow(row, model);
  });
  return isOther;
}

/** Gives an existing conversation the model of the request, or its new key. */
async function switchModel(
  { task, conversation, settings, agent, signal }: StepContext,
  hasOtherKey: boolean,
  deps: StepDeps,
): Promise<void> {
  const { llm_model: model } = StartRequest.parse(task.request);
  if (!model && !hasOtherKey) return;
  // Agent servers keep the first model of each usage id and ignore later ones.
  const llm = agentLlm(settings.llm, `start:${task.start_task_id}`);
  await deps.agents.switchModel(agent, agentConversationId(conversation), llm, signal);
}

function replayedHistory({ task, conversation }: StepContext): readonly AgentEvent[] | undefined {
  if (task.replay_json === null) return undefined;
  const recording = readRecording(task.replay_json);
  if ('problem' in recording) throw new StartFailedError(`The recording cannot be replayed: ${recording.problem}.`);
  return historyOf(recording.events, {
    agentConversationId: agentConversationId(conversation),
    instructions: StartRequest.parse(task.request).system_message_suffix,
    createdAt: conversation.created_at,
  });
}

/** Writes the events to the agent's directory of the conversation, in its format: one file per event. */
async function writeHistory(history: readonly AgentEvent[], context: StepContext, deps: StepDeps): Promise<void> {
  const { agent, conversation, signal, timeIsUp } = context;
  const run = async (command: string): Promise<string> => {
    const outcome = await deps.workspace.run(agent, { command, limitSeconds: SHORT }, signal, timeIsUp);
    if (outcome.exitCode === 0) return outcome.stdout;
    throw new StartFailedError('The recording could not be written to the sandbox.', {
      text: outcome.stderr,
      keep: 'end',
    });
  };
  const id = agentConversationId(conversation);
  const name = `recording-${randomUUID()}`;
  const directory = (await run(historyDirectoryScript())).trim().split('\n').at(-1);
  await deps.workspace.writeFile(
    agent,
    `${directory}/${name}`,
    tar(() => filesOf(history)),
    signal,
  );
  await run(unpackHistoryScript(id, name));
}

/** The files of an agent's history, made one at a time: a recording can have megabytes. */
function* filesOf(history: readonly AgentEvent[]): Generator<readonly [name: string, text: string]> {
  for (const [index, event] of history.entries())
    yield [`event-${String(index).padStart(5, '0')}-${event.id}.json`, JSON.stringify(event)];
}

/** Stores the events, as the agent does not deliver events that it found on its disk. */
async function keepHistory(
  history: readonly AgentEvent[],
  { conversation }: StepContext,
  { events }: StepDeps,
): Promise<void> {
  await events.append(logOf(conversation), history);
}

/** Prints the absolute path of a directory for the archive, as agent servers accept only absolute paths. */
function historyDirectoryScript(): string {
  return `${scratchDirectory}
find "$scratch" -maxdepth 1 -name 'recording-*' -mmin +10 -exec rm -f {} +
cd -- "$scratch" && pwd -P`;
}

/** Unpacks events into a conversation's directory, unless the agent server already has the conversation. */
export function unpackHistoryScript(hexId: string, archive: string): string {
  return `${scratchDirectory}
${inConversation(hexId)}
${assignments({ archive })}
trap 'rm -f -- "$scratch/$archive"' EXIT
[ ! -e "$directory/meta.json" ] || exit 0
rm -rf -- "$directory/events.new" "$directory/events" && mkdir -p -- "$directory/events.new" || exit 1
tar -xf "$scratch/$archive" -C "$directory/events.new" && mv -- "$directory/events.new" "$directory/events"`;
}
