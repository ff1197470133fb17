import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Activity } from '../base/activity.ts';
import { log, reasonOf } from '../base/log.ts';
import { utcMicroseconds } from '../base/timestamps.ts';
import type { CommandRunner } from '../bash/command-runner.ts';
import { isStateUpdate, type Listener } from '../events/event.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { noUsage } from '../scripted-agent/usage.ts';
import { Cipher, openPrivatePart, sealPrivatePart } from '../secrets/private-part.ts';
import { withoutSecrets } from '../secrets/secret-registry.ts';
import { type Settings, workspacePath } from '../settings/settings.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { Conversation, type Surroundings } from './conversation.ts';
import { type BaseState, ConversationFiles, type Meta } from './conversation-files.ts';
import { asConversationId, directoryName, newConversationId } from './conversation-id.ts';
import { type ForkRequest, forked, notForked } from './fork.ts';
import type { StartRequest } from './start-request.ts';

/** All conversations on the disk. The start reads only their names; each is opened on first use. */
export class Catalogue {
  private readonly settings: Settings;
  private readonly webhooks: Webhooks;
  private readonly surroundings: Surroundings;
  private readonly known = new Map<string, Conversation | ConversationFiles>();
  private readonly onActivity: Listener;

  /** @throws Error when the directory cannot be made or read */
  constructor(settings: Settings, activity: Activity, runner: CommandRunner, webhooks: Webhooks) {
    this.settings = settings;
    this.webhooks = webhooks;
    const cipher = settings.secretKey ? new Cipher(settings.secretKey) : undefined;
    this.surroundings = { cipher, runner, childrenOf: (id) => this.childrenOf(id) };
    this.onActivity = {
      onEvent: (event) => !isStateUpdate(event) && activity.touch(),
      onEnd: () => activity.touch(),
    };
    mkdirSync(settings.conversationsPath, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(settings.conversationsPath)) this.learn(name);
  }

  /**
   * @returns the stored conversation and `isNew: false` when the ID exists
   * @throws HttpError 422 when the parent does not exist, 500 when a conversation with this ID exists but is unreadable
   */
  async start(request: StartRequest): Promise<{ readonly conversation: Conversation; readonly isNew: boolean }> {
    const id = request.conversationId ?? newConversationId();
    const existing = this.find(id);
    if (existing) return { conversation: existing, isNew: false };
    if (this.known.has(id)) throw new HttpError(500, `Conversation ${id} is on disk but cannot be read`);
    this.requireParent(request.options.parent_conversation_id);
    this.makeWorkingDirectory(request.options.workspace.working_dir);
    const conversation = this.create(id, request);
    this.webhooks.tell(conversation.info());
    if (request.initialMessage) await conversation.send(request.initialMessage, true);
    return { conversation, isNew: true };
  }

  /**
   * Copies a conversation under another ID. Receivers of webhooks get its state and new events, not the copied ones.
   *
   * @returns undefined when there is no conversation to fork
   * @throws HttpError 409 when the ID of the fork is in use, 404 for an unknown event
   */
  fork(sourceId: string, request: ForkRequest): Conversation | undefined {
    const id = request.id ?? newConversationId();
    if (this.known.has(id)) throw new HttpError(409, `Conversation with id ${id} already exists`);
    const source = this.find(sourceId);
    if (!source) return undefined;
    const files = new ConversationFiles(join(this.settings.conversationsPath, directoryName(id)));
    const { meta, state, events, privatePart } = forked(source.parts(), { ...request, id }, this.surroundings.cipher);
    files.create(meta, state, events);
    const nextIndex = events.length;
    return this.keep(new Conversation({ files, meta, state, events, nextIndex, privatePart }, this.surroundings));
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
    this.webhooks.tell({ ...conversation.info(), execution_status: 'deleting' });
    conversation.delete();
    this.known.delete(conversation.id);
  }

  /** Pauses all runs. Everything else is on disk already. */
  suspend(): void {
    for (const conversation of this.known.values()) {
      if (conversation instanceof Conversation) conversation.suspend();
    }
  }

  private create(id: string, request: StartRequest): Conversation {
    const files = new ConversationFiles(join(this.settings.conversationsPath, directoryName(id)));
    const now = utcMicroseconds();
    const { options, agent, secrets } = request;
    const hooks = options.hook_config && withoutSecrets(options.hook_config);
    const meta: Meta = { ...options, id, created_at: now, title: null, hook_config: hooks, ...notForked };
    const privatePart = { agent, secrets };
    const state: BaseState = {
      execution_status: 'idle',
      updated_at: now,
      usage: noUsage,
      adopted_events: 0,
      ...sealPrivatePart(privatePart, this.surroundings.cipher, id),
    };
    if (!files.hasRecording) {
      files.create(meta, state, []);
      return this.keep(
        new Conversation({ files, meta, state, events: [], nextIndex: 0, privatePart }, this.surroundings),
      );
    }
    const recorded = files.readEvents();
    const adopted: BaseState = { ...state, adopted_events: recorded.events.length };
    files.adopt(meta, adopted);
    return this.keep(new Conversation({ files, meta, state: adopted, ...recorded, privatePart }, this.surroundings));
  }

  private open(id: string, files: ConversationFiles): Conversation | undefined {
    try {
      const meta = files.readMeta();
      const state = files.readState();
      const privatePart = openPrivatePart(state, this.surroundings.cipher, id);
      if (!privatePart) log(`conversation ${id}: another secret key encrypted its secrets`);
      const conversation = new Conversation(
        { files, meta, state, ...files.readEvents(), privatePart },
        this.surroundings,
      );
      conversation.recover();
      return this.keep(conversation);
    } catch (error) {
      log(`cannot open conversation ${id}: ${reasonOf(error)}`);
      return undefined;
    }
  }

  private keep(conversation: Conversation): Conversation {
    conversation.subscribe(this.onActivity);
    this.webhooks.follow(conversation);
    this.known.set(conversation.id, conversation);
    return conversation;
  }

  /** Registers a directory, or removes the remains of an interrupted creation or deletion. */
  private learn(name: string): void {
    const path = join(this.settings.conversationsPath, name);
    const [stem = '', suffix] = name.split('.');
    const id = asConversationId(stem);
    if (!id) return;
    if (suffix === 'new' || suffix === 'deleted') rmSync(path, { recursive: true, force: true });
    else if (existsSync(join(path, 'meta.json'))) this.known.set(id, new ConversationFiles(path));
  }

  private childrenOf(id: string): readonly string[] {
    const open = [...this.known.values()].filter((conversation) => conversation instanceof Conversation);
    return open.filter(({ parentId }) => parentId === id).map((conversation) => conversation.id);
  }

  private requireParent(id: string | null): void {
    if (id !== null && !this.find(id)) throw new HttpError(422, `Parent conversation ${id} not found`);
  }

  /** @throws HttpError 422 for a path outside the workspace: this server can run without a container */
  private makeWorkingDirectory(workingDir: string): void {
    const path = workspacePath(this.settings.workspace, workingDir);
    if (/^\.\.([\\/]|$)/.test(relative(this.settings.workspace, path))) {
      const loc = ['body', 'workspace', 'working_dir'];
      throw unprocessable([{ type: 'value_error', loc, msg: 'The working directory must be in the workspace' }]);
    }
    mkdirSync(path, { recursive: true });
  }
}

function orderKey(conversation: Conversation): string {
  return `${conversation.createdAt} ${conversation.id}`;
}
