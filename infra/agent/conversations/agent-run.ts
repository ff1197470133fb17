import type { JsonObject } from '../base/json.ts';
import { notBefore } from '../base/timestamps.ts';
import type { CommandRunner } from '../bash/command-runner.ts';
import { type AgentEvent, type EventContent, isStateUpdate, type Listener, newEvent } from '../events/event.ts';
import { stateUpdate, streamingDelta } from '../events/event-contents.ts';
import { modelOf } from '../scripted-agent/answer.ts';
import { nextMessage, type PendingMessage, type TurnContext, takeTurn } from '../scripted-agent/turn.ts';
import { statsOf, type Usage, usageAfter } from '../scripted-agent/usage.ts';
import type { ConversationSecrets } from '../secrets/private-part.ts';
import type { BaseState, ConversationFiles, Meta } from './conversation-files.ts';

/** A run's view of its conversation, which can change during the run. */
interface AgentRun {
  readonly journal: Journal;
  readonly secrets: ConversationSecrets;
  readonly runner: CommandRunner;
  readonly signal: AbortSignal;
  meta(): Meta;
  state(): BaseState;
  saveUsage(usage: Usage): void;
}

/** Answers all unanswered user messages. @returns the conversation's next status */
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
    // The risk of actions is unknown; by default, `ConfirmRisky` asks about unknown risks.
    needsConfirmation:
      meta.confirmation_policy.kind === 'AlwaysConfirm' ||
      (meta.confirmation_policy.kind === 'ConfirmRisky' && meta.confirmation_policy.confirm_unknown !== false),
    append: (content) => {
      signal.throwIfAborted();
      return journal.append(content);
    },
    hold: (tool) => journal.hold(tool),
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

/** The events of one conversation in order. The parent of an event is the last one that is no state update. */
export class Journal {
  private readonly files: ConversationFiles;
  private readonly history: AgentEvent[];
  private readonly listeners = new Set<Listener>();
  private nextIndex: number;
  private held = false;
  private readonly waiting: (() => void)[] = [];

  constructor(files: ConversationFiles, events: readonly AgentEvent[], nextIndex: number) {
    this.files = files;
    this.history = [...events];
    this.nextIndex = nextIndex;
    // Times of a conversation must not go backwards, even if the clock was set back.
    for (const event of events) notBefore(event.timestamp);
  }

  get events(): readonly AgentEvent[] {
    return this.history;
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  /** The last event that is no state update. */
  get leafId(): string | undefined {
    return this.history.findLast((event) => !isStateUpdate(event))?.id;
  }

  /** @returns how to unsubscribe */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Runs a tool. Messages wait for its end. */
  async hold<T>(tool: () => Promise<T>): Promise<T> {
    this.held = true;
    try {
      return await tool();
    } finally {
      this.held = false;
      for (const free of this.waiting.splice(0)) free();
    }
  }

  /** Whether a tool is running. */
  get isHeld(): boolean {
    return this.held;
  }

  /** Resolves at the end of the tool, in the order of the calls. */
  untilFree(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Stores an event durably, then publishes it. */
  append(content: EventContent): AgentEvent {
    const event = newEvent(content, this.leafId);
    this.files.writeEvent(this.nextIndex, event);
    this.nextIndex += 1;
    this.history.push(event);
    this.tell(event);
    return event;
  }

  /** Publishes an event without storing it. */
  tell(event: AgentEvent): void {
    for (const listener of this.listeners) listener.onEvent(event);
  }

  /** Publishes a piece of a response. */
  stream(content: EventContent): void {
    const event = newEvent(content);
    for (const listener of this.listeners) listener.onDelta?.(event);
  }

  end(): void {
    for (const listener of this.listeners) listener.onEnd();
    this.listeners.clear();
  }
}
