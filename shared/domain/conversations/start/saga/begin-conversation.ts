import { randomUUID } from 'node:crypto';
import { readRecording } from '../../../../contract/shapes/recording.ts';
import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import type { AgentEvent } from '../../events/event.ts';
import { agentConversationId } from '../../record/conversation.ts';
import type { StepContext, StepDeps, StepResult } from '../agent/start-context.ts';
import { startPayload } from '../agent/start-payload.ts';
import { StartFailedError } from '../task/start-failed.ts';
import { historyOf } from '../workspace/history.ts';
import { historyPlaceScript, unpackHistoryScript } from '../workspace/history-script.ts';
import { directoryOf } from '../workspace/set-up-project.ts';
import { tar } from '../workspace/tar.ts';

/** A script that only moves some files. */
const SHORT = 30;

/** Lets the agent begin or continue the conversation. One that the agent already has stays as it is. */
export async function beginConversation(context: StepContext, deps: StepDeps): Promise<StepResult> {
  const { task, conversation, settings, secrets, agent, signal } = context;
  const directory = directoryOf(context);
  const hooks = await deps.agents.hooksOf(agent, directory, signal);
  const history = replayedHistory(context);
  // Before the agent has the conversation: it then takes the events on its disk for its own history.
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

/** Writes the events where the agent keeps those of the conversation, in its own form: one file for each. */
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
  await deps.workspace.writeFile(agent, `${place}/${name}`, await tar(new Map(files)), signal);
  await run(unpackHistoryScript(id, name));
}

/** The agent does not deliver events that it found on its disk, so the service stores them here. */
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
