import type { JsonObject } from '../base/json.ts';
import type { CommandRunner } from '../bash/command-runner.ts';
import { stateUpdate, streamingDelta } from '../events/event-contents.ts';
import { modelOf } from '../scripted-agent/answer.ts';
import { nextMessage, type PendingMessage } from '../scripted-agent/pending.ts';
import { type TurnContext, takeTurn } from '../scripted-agent/turn.ts';
import { statsOf, type Usage, usageAfter } from '../scripted-agent/usage.ts';
import type { ConversationSecrets } from '../secrets/conversation-secrets.ts';
import type { BaseState, Meta } from './conversation-files.ts';
import type { Journal } from './journal.ts';

/** What the run of an agent has of its conversation, which may be changed meanwhile. */
export interface AgentRun {
  readonly journal: Journal;
  readonly secrets: ConversationSecrets;
  readonly runner: CommandRunner;
  readonly signal: AbortSignal;
  meta(): Meta;
  state(): BaseState;
  saveUsage(usage: Usage): void;
}

/** Answers every unanswered user message. @returns what the conversation does then */
export async function answerAll(run: AgentRun): Promise<'finished' | 'waiting_for_confirmation'> {
  const { agent } = run.secrets.open();
  const next = () => nextMessage(run.journal.events, run.state().adopted_events);
  for (let message = next(); message; message = next()) {
    if (!(await takeTurn(turnOf(message, agent, run)))) return 'waiting_for_confirmation';
  }
  return 'finished';
}

function turnOf(next: PendingMessage, agent: JsonObject, run: AgentRun): TurnContext {
  const { journal, signal } = run;
  const meta = run.meta();
  return {
    ...next,
    agent,
    signal,
    secrets: run.secrets.registry,
    runner: run.runner,
    directory: meta.workspace.working_dir,
    events: journal.events,
    // The risk of its actions is unknown, for which `ConfirmRisky` asks by default.
    needsConfirmation:
      meta.confirmation_policy.kind === 'AlwaysConfirm' ||
      (meta.confirmation_policy.kind === 'ConfirmRisky' && meta.confirmation_policy.confirm_unknown !== false),
    append: (content) => {
      signal.throwIfAborted();
      return journal.append(content);
    },
    stream: (delta) => {
      signal.throwIfAborted();
      journal.stream(streamingDelta(delta));
    },
    spend: (prompt, completion) => {
      run.saveUsage(usageAfter(run.state().usage, prompt, completion));
      journal.append(stateUpdate('stats', statsOf(run.state().usage, modelOf(agent))));
    },
  };
}
