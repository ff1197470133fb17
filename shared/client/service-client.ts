import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { answerOf } from './answer-of.ts';
import { problemOf } from './api-problem.ts';
import { type components, idempotentPaths, type paths } from './api-types.ts';
import { everyItem } from './every-item.ts';
import { defaultRetries, type RetryOptions, retrying } from './retries.ts';
import { type StartOptions, type StartRequest, startConversation } from './start-conversation.ts';

type Conversation = components['schemas']['AppConversation'];
type Sandbox = components['schemas']['SandboxInfo'];
type SearchSandboxes = NonNullable<paths['/api/v1/sandboxes/search']['get']['parameters']['query']>;
type SearchConversations = NonNullable<paths['/api/v1/app-conversations/search']['get']['parameters']['query']>;

export interface ClientOptions {
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** By default the global `fetch`. */
  readonly fetch?: typeof fetch;
  readonly retries?: Partial<RetryOptions>;
}

/**
 * The service for programs. Every operation of the current generation is under `api`, with types that are generated
 * from the description of the interface; failures are thrown as `ApiProblem`. Each POST that creates or starts
 * something has an Idempotency-Key, a new one for each call unless one is given, so that it can be sent again when no
 * answer comes.
 */
export class ServiceClient {
  readonly api: Client<paths>;

  constructor({ baseUrl, apiKey, fetch: send = fetch, retries = {} }: ClientOptions) {
    this.api = createClient<paths>({
      baseUrl,
      headers: { 'X-Session-API-Key': apiKey },
      // The key would go to wherever an answer leads; the service itself leads nowhere.
      redirect: 'error',
      fetch: retrying(send, { ...defaultRetries, ...retries }),
    });
    this.api.use(idempotencyKeys, problems);
  }

  /** Conversations, newest first; pages are asked for as they are needed. */
  conversations(filters: Omit<SearchConversations, 'page_id'> = {}): AsyncGenerator<Conversation, void> {
    return everyItem((page_id) =>
      answerOf(this.api.GET('/api/v1/app-conversations/search', { params: { query: { ...filters, ...page_id } } })),
    );
  }

  /** Sandboxes, newest first; pages are asked for as they are needed. */
  sandboxes(filters: Omit<SearchSandboxes, 'page_id'> = {}): AsyncGenerator<Sandbox, void> {
    return everyItem((page_id) =>
      answerOf(this.api.GET('/api/v1/sandboxes/search', { params: { query: { ...filters, ...page_id } } })),
    );
  }

  /** Starts a conversation and waits for its agent. @throws StartFailed; ApiProblem; the signal's reason. */
  startConversation(request: StartRequest = {}, options: StartOptions = {}) {
    return startConversation(this.api, request, options);
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
