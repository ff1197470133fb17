import { randomUUID } from 'node:crypto';
import { readRecording } from '../contract/recording.ts';
import { StartRequest } from '../contract/start-request.ts';
import { agentConversationId } from '../conversations/conversation.ts';
import type { AgentEvent } from '../events/event.ts';
import { historyOf } from './history.ts';
import { historyPlaceScript, unpackHistoryScript } from './history-script.ts';
import { directoryOf } from './set-up-project.ts';
import type { StepContext, StepDeps, StepResult } from './start-context.ts';
import { StartFailedError } from './start-failed.ts';
import { startPayload } from './start-payload.ts';
import { tar } from './tar.ts';

/** A script that only moves some files. */
const SHORT = 30;

/** Has the agent begin the conversation, or go on with a recorded one. An agent that has the conversation already leaves it as it is. */
export async function beginConversation(context: StepContext, deps: StepDeps): Promise<StepResult> {
  const { task, conversation, settings, secrets, agent, signal } = context;
  const directory = directoryOf(context);
  const hooks = await deps.agents.hooksOf(agent, directory, signal);
  const history = replayedHistory(context);
  // Before the agent knows the conversation: it then takes what it finds for its own past.
  if (history) await leaveHistory(history, context, deps);
  const payload = startPayload({ task, conversation, settings, secrets, directory, hooks });
  await deps.agents.create(agent, payload, signal);
  if (history) await keepHistory(history, context, deps);
  return { detail: null };
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

/** Puts the events where the agent keeps those of the conversation, in its own form: one file for each. */
async function leaveHistory(history: readonly AgentEvent[], context: StepContext, deps: StepDeps): Promise<void> {
  const { agent, conversation, signal, timeIsUp } = context;
  const run = async (command: string): Promise<string> => {
    const outcome = await deps.workspace.run(agent, { command, limitSeconds: SHORT }, signal, timeIsUp);
    if (outcome.exitCode === 0) return outcome.stdout;
    throw new StartFailedError('The recording could not be left with the agent.', {
      text: outcome.stderr,
      keep: 'end',
    });
  };
  const id = agentConversationId(conversation);
  const name = `recording-${randomUUID()}`;
  const place = (await run(historyPlaceScript())).trim().split('\n').at(-1);
  const files = history.map((event, index): [string, string] => [
    `event-${String(index).padStart(5, '0')}-${event.id}.json`,
    JSON.stringify(event),
  ]);
  await deps.workspace.writeFile(agent, `${place}/${name}`, tar(new Map(files)), signal);
  await run(unpackHistoryScript(id, name));
}

/** The agent tells nobody of events that it found, so they are kept here. */
async function keepHistory(
  history: readonly AgentEvent[],
  { conversation }: StepContext,
  { events }: StepDeps,
): Promise<void> {
  const log = {
    ownerId: conversation.owner_id,
    agentConversationId: agentConversationId(conversation),
    createdAt: conversation.created_at,
  };
  await events.append(log, history);
}
