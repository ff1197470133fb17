import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Activity } from '../activity.ts';
import { type AgentEvent, messageEvent, newEvent } from '../events/event.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { log } from '../log.ts';
import { type Settings, workspacePath } from '../settings.ts';
import { Cipher } from './cipher.ts';
import { Conversation, type Listener, titleOf } from './conversation.ts';
import { type BaseState, ConversationFiles, type Meta } from './conversation-files.ts';
import { asConversationId, directoryName, newConversationId } from './conversation-id.ts';
import { maskedSecrets, withoutSecrets } from './secrets.ts';
import type { StartRequest } from './start-request.ts';

/** Every conversation on this disk. Only their names are read at the start; each is opened when first asked for. */
export class Catalogue {
  private readonly settings: Settings;
  private readonly cipher: Cipher | undefined;
  private readonly known = new Map<string, Conversation | ConversationFiles>();
  private readonly onActivity: Listener;

  /** @throws Error when the directory cannot be made or read. */
  constructor(settings: Settings, activity: Activity) {
    this.settings = settings;
    this.cipher = settings.secretKey ? new Cipher(settings.secretKey) : undefined;
    this.onActivity = {
      onEvent: (event) => event.kind !== 'ConversationStateUpdateEvent' && activity.touch(),
      onEnd: () => activity.touch(),
    };
    mkdirSync(settings.conversationsPath, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(settings.conversationsPath)) this.learn(name);
  }

  /**
   * @returns the stored conversation and `isNew: false` when its id is taken
   * @throws HttpError 500 when what is stored under the id cannot be read: it is never overwritten
   */
  start(request: StartRequest): { readonly conversation: Conversation; readonly isNew: boolean } {
    const id = request.conversationId ?? newConversationId();
    const existing = this.find(id);
    if (existing) return { conversation: existing, isNew: false };
    if (this.known.has(id)) throw new HttpError(500, `Conversation ${id} is on disk but cannot be read`);
    this.makeWorkingDirectory(request.options.workspace.working_dir);
    const conversation = this.create(id, request);
    if (request.initialMessage) conversation.run();
    return { conversation, isNew: true };
  }

  find(id: string): Conversation | undefined {
    const found = this.known.get(id);
    if (!found || found instanceof Conversation) return found;
    return this.open(id, found);
  }

  /** Oldest first. */
  all(): readonly Conversation[] {
    const conversations = [...this.known.keys()].flatMap((id) => this.find(id) ?? []);
    return conversations.sort((one, other) => (orderKey(one) < orderKey(other) ? -1 : 1));
  }

  delete(conversation: Conversation): void {
    conversation.delete();
    this.known.delete(conversation.id);
  }

  /** Pauses what runs. Everything else is on disk already. */
  suspend(): void {
    for (const conversation of this.known.values()) {
      if (conversation instanceof Conversation) conversation.suspend();
    }
  }

  private create(id: string, request: StartRequest): Conversation {
    const files = new ConversationFiles(join(this.settings.conversationsPath, directoryName(id)));
    const now = new Date().toISOString();
    const { options, initialMessage } = request;
    const given = initialMessage && options.autotitle ? titleOf(initialMessage) : null;
    const meta: Meta = {
      ...options,
      id,
      created_at: now,
      title: options.title ?? given,
      hook_config: options.hook_config && withoutSecrets(options.hook_config),
    };
    // Recorded as running before its first message can be lost: after a crash it comes back as an error, not as forgotten.
    const state = {
      ...this.firstState(id, request, now),
      execution_status: initialMessage ? 'running' : 'idle',
    } as const;
    const events = initialMessage ? [newEvent(messageEvent('user', initialMessage))] : [];
    files.create(meta, state, events);
    return this.keep(
      new Conversation({ files, meta, state, events, nextIndex: events.length, isLocked: false }),
      events,
    );
  }

  private firstState(id: string, request: StartRequest, now: string): BaseState {
    const secrets = Object.entries(request.secrets).map(([name, value]) => {
      return [name, typeof value === 'string' ? { kind: 'StaticSecret', value } : value];
    });
    const open = { agent: request.agent, secrets: Object.fromEntries(secrets) };
    const shown = { agent: withoutSecrets(open.agent), secrets: maskedSecrets(open.secrets) };
    const text = JSON.stringify(open);
    const hasSecrets = text !== JSON.stringify(shown);
    return {
      execution_status: 'idle',
      updated_at: now,
      ...shown,
      sealed: hasSecrets && this.cipher ? this.cipher.seal(text, id) : null,
    };
  }

  private open(id: string, files: ConversationFiles): Conversation | undefined {
    try {
      const meta = files.readMeta();
      const state = files.readState();
      const isLocked = state.sealed !== null && this.cipher?.open(state.sealed, id) === undefined;
      if (isLocked) log(`conversation ${id}: its secrets were sealed with another secret key`);
      const conversation = new Conversation({ files, meta, state, ...files.readEvents(), isLocked });
      conversation.recover();
      return this.keep(conversation, []);
    } catch (error) {
      log(`cannot open conversation ${id}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  private keep(conversation: Conversation, missedEvents: readonly AgentEvent[]): Conversation {
    conversation.subscribe(this.onActivity);
    for (const event of missedEvents) this.onActivity.onEvent(event);
    this.known.set(conversation.id, conversation);
    return conversation;
  }

  /** Takes note of a directory, or removes what a crash left of a conversation that was being made or deleted. */
  private learn(name: string): void {
    const path = join(this.settings.conversationsPath, name);
    const [stem = '', suffix] = name.split('.');
    const id = asConversationId(stem);
    if (!id) return;
    if (suffix === 'new' || suffix === 'deleted') rmSync(path, { recursive: true, force: true });
    else if (existsSync(join(path, 'meta.json'))) this.known.set(id, new ConversationFiles(path));
  }

  /** @throws HttpError 422 for a place outside the workspace: this server runs without a container around it. */
  private makeWorkingDirectory(workingDir: string): void {
    const path = workspacePath(this.settings.workspace, workingDir);
    if (/^\.\.([\\/]|$)/.test(relative(this.settings.workspace, path))) {
      const loc = ['body', 'workspace', 'working_dir'];
      throw unprocessable([{ type: 'value_error', loc, msg: 'The working directory must lie in the workspace' }]);
    }
    mkdirSync(path, { recursive: true });
  }
}

function orderKey(conversation: Conversation): string {
  return `${conversation.createdAt} ${conversation.id}`;
}
