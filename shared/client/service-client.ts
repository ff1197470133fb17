import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { answerOf, everyItem } from './answer-of.ts';
import { problemOf } from './api-problem.ts';
import { type components, idempotentPaths, type paths } from './api-types.ts';
import { defaultRetries, type RetryOptions, retrying, wait } from './retries.ts';
import { imageUrls, upload } from './uploads.ts';

type Conversation = components['schemas']['AppConversation'];
type Sandbox = components['schemas']['SandboxInfo'];
type SearchSandboxes = NonNullable<paths['/api/v1/sandboxes/search']['get']['parameters']['query']>;
type SearchConversations = NonNullable<paths['/api/v1/app-conversations/search']['get']['parameters']['query']>;

export interface ClientOptions {
  /** URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** An API key, or the token of a person. */
  readonly apiKey: string;
  /** The organization of the requests of a person who belongs to several. */
  readonly orgId?: string | undefined;
  /** By default the global `fetch`. */
  readonly fetch?: typeof fetch;
  readonly retries?: Partial<RetryOptions>;
}

/**
 * The typed client of the service. `api` has every operation of the current generation, with types generated from the
 * OpenAPI document; failures throw `ApiProblem`. Each POST that creates or starts something sends an Idempotency-Key,
 * by default a new one, so that the client can retry it when no response arrives.
 */
export class ServiceClient {
  readonly api: Client<paths>;

  constructor({ baseUrl, apiKey, orgId, fetch: send = fetch, retries = {} }: ClientOptions) {
    this.api = createClient<paths>({
      baseUrl,
      headers: { 'X-Session-API-Key': apiKey, ...(orgId === undefined ? {} : { 'X-Org-Id': orgId }) },
      // A redirect would send the key to another server; the service itself never redirects.
      redirect: 'error',
      fetch: retrying(send, { ...defaultRetries, ...retries }),
    });
    this.api.use(idempotencyKeys, problems);
  }

  /** Conversations, newest first. Fetches pages as needed. */
  conversations(filters: Omit<SearchConversations, 'page_id'> = {}): AsyncGenerator<Conversation, void> {
    return everyItem((page_id) =>
      answerOf(this.api.GET('/api/v1/app-conversations/search', { params: { query: { ...filters, ...page_id } } })),
    );
  }

  /** Sandboxes, newest first. Fetches pages as needed. */
  sandboxes(filters: Omit<SearchSandboxes, 'page_id'> = {}): AsyncGenerator<Sandbox, void> {
    return everyItem((page_id) =>
      answerOf(this.api.GET('/api/v1/sandboxes/search', { params: { query: { ...filters, ...page_id } } })),
    );
  }

  /** Starts a conversation and waits for its agent. @throws StartFailed; ApiProblem; the reason of the signal */
  startConversation(request: StartRequest = {}, options: StartOptions = {}) {
    return startConversation(this.api, request, options);
  }

  /** Forks a conversation and waits for the agent of the fork. @throws as `startConversation` */
  forkConversation(id: string, request: ForkRequest = {}, options: StartOptions = {}) {
    return forkConversation(this.api, id, request, options);
  }

  /** Uploads a text that is too large for a request. @returns its reference @throws ApiProblem */
  upload(text: string): Promise<string> {
    return upload(this.api, text);
  }

  /** Pictures as `image_urls`, from data URLs. Uploads those that do not fit in a request. @throws ApiProblem */
  imageUrls(pictures: readonly string[]): Promise<string[]> {
    return imageUrls(this.api, pictures);
  }
}

const idempotencyKeys: Middleware = {
  onRequest: ({ request, schemaPath }) => {
    const isWanted = request.method === 'POST' && idempotentPaths.includes(schemaPath);
    if (isWanted && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    return request;
  },
};

const problems: Middleware = {
  onResponse: async ({ response }) => {
    if (!response.ok) throw await problemOf(response);
    return response;
  },
};

export type StartRequest = components['schemas']['AppConversationStartRequest'];
export type ForkRequest = components['schemas']['ForkAppConversationRequest'];
export type StartTask = components['schemas']['AppConversationStartTask'];

export interface StartOptions {
  /** At the sandbox limit: fail (the default), or pause the sandbox that was created first. */
  readonly onLimit?: 'reject' | 'pause_oldest';
  /** Identifies this start, also when another process repeats it. By default a new key. */
  readonly idempotencyKey?: string;
  /** Called with each new status, first that of the accepted start. */
  readonly onStatus?: (status: StartTask['status'], task: StartTask) => void;
  readonly signal?: AbortSignal;
}

/** A conversation whose agent accepts messages. */
export type StartedConversation = Conversation & {
  readonly conversation_url: string;
  readonly session_api_key: string;
};

/** The start of a conversation failed; `message` has the reason. */
export class StartFailed extends Error {
  readonly task: StartTask;

  constructor(task: StartTask) {
    super(task.detail ?? 'The conversation cannot start.');
    this.name = 'StartFailed';
    this.task = task;
  }
}

/** Milliseconds between two polls. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 2000;

async function startConversation(
  api: Client<paths>,
  body: StartRequest,
  options: StartOptions,
): Promise<StartedConversation> {
  const { signal } = options;
  const params = headOf(options);
  return startedBy(api, await answerOf(api.POST('/api/v1/app-conversations', { params, body, signal })), options);
}

async function forkConversation(
  api: Client<paths>,
  id: string,
  body: ForkRequest,
  options: StartOptions,
): Promise<StartedConversation> {
  const { signal } = options;
  const params = { ...headOf(options), path: { conversation_id: id } };
  const forked = api.POST('/api/v1/app-conversations/{conversation_id}/fork', { params, body, signal });
  return startedBy(api, await answerOf(forked), options);
}

function headOf({ onLimit = 'reject', idempotencyKey }: StartOptions) {
  return { query: { on_limit: onLimit }, header: { 'Idempotency-Key': idempotencyKey } };
}

/** Waits for the end of a start. */
async function startedBy(
  api: Client<paths>,
  begun: StartTask,
  { onStatus, signal }: StartOptions,
): Promise<StartedConversation> {
  let task = begun;
  let reported: StartTask['status'] | undefined;
  for (let pause = FIRST_WAIT; ; pause = Math.min(pause * 1.5, LONGEST_WAIT)) {
    if (task.status !== reported) onStatus?.(task.status, task);
    reported = task.status;
    if (task.status === 'ERROR') throw new StartFailed(task);
    const started = task.status === 'READY' ? await reached(api, task, signal) : undefined;
    if (started) return started;
    await wait(pause, signal);
    task = await look(api, task, signal);
  }
}

async function look(api: Client<paths>, task: StartTask, signal?: AbortSignal): Promise<StartTask> {
  const query = { ids: [task.id] };
  const [found] = await answerOf(api.GET('/api/v1/app-conversations/start-tasks', { params: { query }, signal }));
  return found ?? task;
}

/** The conversation once its agent accepts messages. */
async function reached(
  api: Client<paths>,
  { app_conversation_id: id }: StartTask,
  signal?: AbortSignal,
): Promise<StartedConversation | undefined> {
  if (id === null) return undefined;
  const path = { conversation_id: id };
  const conversation = await answerOf(
    api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path }, signal }),
  );
  const { conversation_url, session_api_key } = conversation;
  if (conversation_url === null || session_api_key === null) return undefined;
  return { ...conversation, conversation_url, session_api_key };
}
