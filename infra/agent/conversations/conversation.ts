import type { JsonObject } from '../base/json.ts';
import { describe, log, reasonOf } from '../base/log.ts';
import { utcMicroseconds } from '../base/timestamps.ts';
import type { CommandRunner } from '../bash/command-runner.ts';
import { type AgentEvent, isUserMessage, type Listener, newEvent } from '../events/event.ts';
import {
  agentError,
  errorEvent,
  messageEvent,
  pauseEvent,
  stateUpdate,
  userRejection,
} from '../events/event-contents.ts';
import type { Message } from '../events/message.ts';
import { HttpError } from '../http/http-error.ts';
import { missingSystemPrompt } from '../scripted-agent/answer.ts';
import { lastAction } from '../scripted-agent/turn.ts';
import { type Cipher, ConversationSecrets } from '../secrets/private-part.ts';
import { answerAll, Journal } from './agent-run.ts';
import type { BaseState, ConversationFiles, ExecutionStatus, Meta, Opened } from './conversation-files.ts';
import { conversationInfo, fullState, type InfoExtras, titleOf } from './conversation-info.ts';

/** What a conversation needs from the server. */
export interface Surroundings {
  readonly cipher: Cipher | undefined;
  readonly runner: CommandRunner;
  childrenOf(id: string): readonly string[];
}

/** One conversation: its events, its status and the run of its agent. */
export class Conversation {
  private readonly files: ConversationFiles;
  private readonly journal: Journal;
  private readonly surroundings: Surroundings;
  private readonly secrets: ConversationSecrets;
  private meta: Meta;
  private state: BaseState;
  private running: AbortController | undefined;

  constructor(opened: Opened, surroundings: Surroundings) {
    this.files = opened.files;
    this.meta = opened.meta;
    this.state = opened.state;
    this.journal = new Journal(opened.files, opened.events, opened.nextIndex);
    this.secrets = new ConversationSecrets(opened.meta.id, opened.privatePart, surroundings.cipher);
    this.surroundings = surroundings;
  }

  get id(): string {
    return this.meta.id;
  }

  get parentId(): string | null {
    return this.meta.parent_conversation_id;
  }

  get createdAt(): string {
    return this.meta.created_at;
  }

  get updatedAt(): string {
    return this.state.updated_at;
  }

  get status(): ExecutionStatus {
    return this.state.execution_status;
  }

  get events(): readonly AgentEvent[] {
    return this.journal.events;
  }

  get subscriberCount(): number {
    return this.journal.listenerCount;
  }

  /** What a fork copies. @throws LockedError when the secrets cannot be decrypted */
  parts(): Omit<Opened, 'files' | 'nextIndex'> {
    return { meta: this.meta, state: this.state, events: this.events, privatePart: this.secrets.open() };
  }

  info(): JsonObject {
    return conversationInfo(this.meta, this.state, this.files.directory, this.extras());
  }

  /** The whole state as an event, which is not stored. */
  fullState(): AgentEvent {
    const state = fullState(this.meta, this.state, this.files.directory, this.extras());
    return newEvent(stateUpdate('full_state', state), this.journal.leafId);
  }

  /** @returns how to unsubscribe */
  subscribe(listener: Listener): () => void {
    return this.journal.subscribe(listener);
  }

  /**
   * Stores a user's message durably. A current run answers it too. As on agent servers, it waits for the end of a
   * running tool, in the order of arrival. If the server stops before, it is lost.
   */
  async send(message: Message, run: boolean): Promise<void> {
    const before = this.running;
    if (this.journal.isHeld) {
      await this.journal.untilFree();
      if (!this.files.exist) throw new HttpError(404);
    }
    this.store(message);
    // The run that a pause has ended stays so.
    if (run && !this.running && !before?.signal.aborted) this.run();
  }

  private store(message: Message): void {
    const prompt = missingSystemPrompt(this.events, this.state.agent, this.state.secrets);
    if (prompt) this.journal.append(prompt);
    if (['finished', 'stuck'].includes(this.status)) this.setStatus('idle');
    const { id } = this.journal.append(messageEvent('user', message));
    this.saveState({});
    this.journal.append(stateUpdate('last_user_message_id', id));
    this.titleSoon(message);
  }

  /** Starts to answer all unanswered user messages. @throws HttpError 409 during a run */
  run(): void {
    if (this.running) {
      throw new HttpError(409, 'Conversation already running. Wait for completion or pause first.');
    }
    this.setStatus('running');
    const running = new AbortController();
    this.running = running;
    // The conversation records failures of the run. Only a failure to record one arrives here.
    this.answerAll(running.signal).catch((error) => log(`conversation ${this.id}: ${describe(error)}`));
  }

  /** Pauses a run or an idle conversation; does nothing in other states. */
  pause(kind: 'PauseEvent' | 'InterruptEvent' = 'PauseEvent'): void {
    if (!this.running && this.status !== 'idle') return;
    this.running?.abort();
    this.running = undefined;
    this.setStatus('paused');
    this.journal.append(pauseEvent(kind));
    this.journal.tell(this.fullState());
  }

  suspend(): void {
    if (this.running) this.pause();
  }

  /** Confirms or rejects the agent's action. @throws HttpError 409 during a run */
  respond(accept: boolean, reason: string): void {
    if (accept) {
      this.run();
      return;
    }
    const action = lastAction(this.events);
    if (action) this.journal.append(userRejection(action, reason));
    if (this.status === 'waiting_for_confirmation') this.setStatus('idle');
  }

  update(change: Partial<Pick<Meta, 'title' | 'tags' | 'confirmation_policy'>>): void {
    const meta = { ...this.meta, ...change };
    this.files.writeMeta(meta);
    this.meta = meta;
    this.saveState({});
  }

  /** Changes the agent's model, or adds secrets. */
  changePrivatePart(change: { readonly llm?: JsonObject; readonly secrets?: JsonObject }): void {
    this.saveState(this.secrets.change(change));
  }

  delete(): void {
    this.running?.abort();
    this.running = undefined;
    this.files.remove();
    this.journal.end();
  }

  /** Records that the server died during a run. The outcome is unknown, so a user must decide how to continue. */
  recover(): void {
    if (this.status !== 'running') return;
    this.setStatus('error');
    const action = lastAction(this.events);
    if (!action) return;
    const error = 'The agent server stopped while this tool was running. Its effects are unknown.';
    this.journal.append(agentError(action, error));
  }

  private async answerAll(signal: AbortSignal): Promise<void> {
    const { journal, secrets } = this;
    const { runner } = this.surroundings;
    const saveUsage = (usage: BaseState['usage']) => this.saveState({ usage });
    try {
      const run = { journal, secrets, runner, signal, meta: () => this.meta, state: () => this.state, saveUsage };
      this.end(await answerAll(run));
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  private end(status: ExecutionStatus): void {
    this.running = undefined;
    this.setStatus(status);
    this.journal.tell(this.fullState());
  }

  private fail(error: unknown): void {
    log(`conversation ${this.id} failed: ${describe(error)}`);
    const code = error instanceof Error ? error.name : 'Error';
    const detail = reasonOf(error);
    this.journal.append(errorEvent('ConversationErrorEvent', code, detail));
    this.end('error');
  }

  private setStatus(status: ExecutionStatus): void {
    this.saveState({ execution_status: status });
    this.journal.append(stateUpdate('execution_status', status));
  }

  private saveState(change: Partial<BaseState>): void {
    const state = { ...this.state, ...change, updated_at: utcMicroseconds() };
    this.files.writeState(state);
    this.state = state;
  }

  private extras(): InfoExtras {
    return {
      updatedAt: this.updatedAt,
      lastUserMessageId: this.events.findLast(isUserMessage)?.id ?? null,
      leafId: this.journal.leafId ?? null,
      children: this.surroundings.childrenOf(this.id),
    };
  }

  /** Sets the title from a message, asynchronously and without an event. */
  private titleSoon(message: Message): void {
    const title = titleOf(message);
    if (this.meta.title !== null || !this.meta.autotitle || title === null) return;
    setImmediate(() => {
      if (this.meta.title === null && this.files.exist) this.update({ title });
    });
  }
}
