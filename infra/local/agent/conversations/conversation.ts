import {
  type AgentEvent,
  type EventContent,
  isAgentMessage,
  isUserMessage,
  type MessageEvent,
  messageEvent,
  newEvent,
  stateUpdate,
} from '../events/event.ts';
import { type Message, textOf } from '../events/message.ts';
import { HttpError } from '../http/http-error.ts';
import type { JsonObject } from '../json.ts';
import { describe, log } from '../log.ts';
import { composeAnswer, think } from './answer.ts';
import type { BaseState, ConversationFiles, ExecutionStatus, Meta } from './conversation-files.ts';
import { conversationInfo } from './conversation-info.ts';

const titleLength = 50;

/** Told of what happens in one conversation, after it is durable. */
export interface Listener {
  onEvent(event: AgentEvent): void;
  /** The conversation was deleted. */
  onEnd(): void;
}

export interface Opened {
  readonly files: ConversationFiles;
  readonly meta: Meta;
  readonly state: BaseState;
  readonly events: readonly AgentEvent[];
  readonly nextIndex: number;
  /** Whether its secrets were sealed with a key that this server does not have. */
  readonly isLocked: boolean;
}

/** One conversation: its events, its status and the run of its agent. */
export class Conversation {
  private readonly files: ConversationFiles;
  private readonly isLocked: boolean;
  private readonly history: AgentEvent[];
  private readonly listeners = new Set<Listener>();
  private meta: Meta;
  private state: BaseState;
  private nextIndex: number;
  private running: AbortController | undefined;

  constructor(opened: Opened) {
    this.files = opened.files;
    this.meta = opened.meta;
    this.state = opened.state;
    this.history = [...opened.events];
    this.nextIndex = opened.nextIndex;
    this.isLocked = opened.isLocked;
  }

  get id(): string {
    return this.meta.id;
  }

  get createdAt(): string {
    return this.meta.created_at;
  }

  get updatedAt(): string {
    const changes = [this.state.updated_at, this.history.at(-1)?.timestamp ?? ''];
    return changes.sort().at(-1) ?? this.createdAt;
  }

  get status(): ExecutionStatus {
    return this.state.execution_status;
  }

  get events(): readonly AgentEvent[] {
    return this.history;
  }

  get subscriberCount(): number {
    return this.listeners.size;
  }

  info(): JsonObject {
    return conversationInfo(this.meta, this.state, this.files.directory, {
      updatedAt: this.updatedAt,
      lastUserMessageId: this.history.findLast(isUserMessage)?.id ?? null,
      answers: this.history.filter(isAgentMessage).length,
    });
  }

  /** The whole state as an event for one newcomer; it is not part of the conversation. */
  fullState(): AgentEvent {
    return newEvent(stateUpdate('full_state', this.info()));
  }

  /** @returns how to unsubscribe */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Adds a user's message; it is durable when this returns. A run under way answers it too. */
  send(message: Message, run: boolean): void {
    this.append(messageEvent('user', message));
    this.titleByFirstMessage();
    if (this.running) return;
    if (run) this.run();
    else if (this.status === 'finished') this.setStatus('idle');
  }

  /**
   * Starts to answer, in the background, every user message that has no answer yet.
   * @throws HttpError 409 when a run is under way.
   */
  run(): void {
    if (this.running) {
      throw new HttpError(409, 'Conversation already running. Wait for completion or pause first.');
    }
    this.setStatus('running');
    this.running = new AbortController();
    // A failure of the run is recorded in the conversation; what arrives here could not be.
    this.answerAll(this.running.signal).catch((error) => log(`conversation ${this.id}: ${describe(error)}`));
  }

  /** Stops a run, or keeps an idle conversation from starting; otherwise there is nothing to pause. */
  pause(): void {
    if (!this.running && this.status !== 'idle') return;
    this.running?.abort();
    this.running = undefined;
    this.setStatus('paused');
    this.append({ kind: 'PauseEvent', source: 'user' });
  }

  /** Leaves no run behind: what a stopping server does first. */
  suspend(): void {
    if (this.running) this.pause();
  }

  update(change: {
    readonly title?: string | undefined;
    readonly tags?: Readonly<Record<string, string>> | undefined;
  }): void {
    const meta = { ...this.meta, title: change.title ?? this.meta.title, tags: change.tags ?? this.meta.tags };
    this.files.writeMeta(meta);
    this.meta = meta;
    const state = { ...this.state, updated_at: new Date().toISOString() };
    this.files.writeState(state);
    this.state = state;
  }

  delete(): void {
    this.running?.abort();
    this.running = undefined;
    this.files.remove();
    for (const listener of this.listeners) listener.onEnd();
    this.listeners.clear();
  }

  /** Says so when the process died during a run: nobody knows what it still did, so only a user may continue. */
  recover(): void {
    if (this.status !== 'running') return;
    this.append({
      kind: 'AgentErrorEvent',
      source: 'agent',
      tool_name: 'answer',
      tool_call_id: this.nextUnanswered()?.id ?? this.id,
      error: 'The agent server stopped before it could finish this run. Send a message or run again to continue.',
    });
    this.setStatus('error');
  }

  private async answerAll(signal: AbortSignal): Promise<void> {
    try {
      if (this.isLocked) throw new LockedError();
      for (let message = this.nextUnanswered(); message; message = this.nextUnanswered()) {
        await think(message.llm_message, signal);
        const number = this.history.filter(isAgentMessage).length + 1;
        this.append(messageEvent('agent', composeAnswer(message.llm_message, number, this.state.agent)));
      }
      this.running = undefined;
      this.setStatus('finished');
    } catch (error) {
      if (signal.aborted) return;
      this.running = undefined;
      this.fail(error);
    }
  }

  /** Messages are answered one by one in their order, so the count of answers tells the next. */
  private nextUnanswered(): MessageEvent | undefined {
    return this.history.filter(isUserMessage)[this.history.filter(isAgentMessage).length];
  }

  private fail(error: unknown): void {
    log(`conversation ${this.id} failed: ${describe(error)}`);
    const code = error instanceof Error ? error.name : 'Error';
    const detail = error instanceof Error ? error.message : String(error);
    this.append({ kind: 'ConversationErrorEvent', source: 'environment', code, detail });
    this.setStatus('error');
  }

  private setStatus(status: ExecutionStatus): void {
    const state = { ...this.state, execution_status: status, updated_at: new Date().toISOString() };
    this.files.writeState(state);
    this.state = state;
    this.append(stateUpdate('execution_status', status));
  }

  private append(content: EventContent): void {
    const event = newEvent(content, Date.parse(this.history.at(-1)?.timestamp ?? this.createdAt));
    this.files.writeEvent(this.nextIndex, event);
    this.nextIndex += 1;
    this.history.push(event);
    for (const listener of this.listeners) listener.onEvent(event);
  }

  private titleByFirstMessage(): void {
    if (this.meta.title !== null || !this.meta.autotitle) return;
    const first = this.history.find(isUserMessage);
    const title = first ? titleOf(first.llm_message) : null;
    if (title) this.update({ title });
  }
}

/** A title from a message's first words; null when it has none. */
export function titleOf(message: Message): string | null {
  const line = textOf(message).trim().split('\n')[0]?.trim() ?? '';
  const characters = [...line];
  if (characters.length <= titleLength) return line || null;
  return `${characters.slice(0, titleLength - 1).join('')}…`;
}

class LockedError extends Error {
  override readonly name = 'SecretsUnreadable';

  constructor() {
    super(
      'The secrets of this conversation were sealed with another secret key, so its agent cannot run. ' +
        'Start the server with the key it had before (OH_SECRET_KEY, or secret_key of the initialisation).',
    );
  }
}
