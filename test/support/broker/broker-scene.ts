import { createAnthropicMessage } from '../../../functions/broker/create-anthropic-message.ts';
import { createChatCompletion } from '../../../functions/broker/create-chat-completion.ts';
import { createEmbeddings } from '../../../functions/broker/create-embeddings.ts';
import { createModelResponse } from '../../../functions/broker/create-model-response.ts';
import type { ModelInterface } from '../../../shared/domain/broker/calls/model-call.ts';
import type { BrokerDeps, CalledModel } from '../../../shared/domain/broker/proxy/call-model.ts';
import { relayLimits } from '../../../shared/domain/broker/relay/time-limits.ts';
import { interfaces } from '../../../shared/domain/broker/requests/provider-request.ts';
import type { BrokeredRoute } from '../../../shared/domain/broker/upstream/route.ts';
import { noSettings } from '../../../shared/domain/settings/settings-store.ts';
import { answerInPieces } from '../../../shared/http/serve/serve-stream.ts';
import { resolveBySystem } from '../../../shared/platform/outbound/target.ts';
import { aConversation } from '../conversations/record/conversation-data.ts';
import { allowedOrigin, type TestRequest } from '../http/invoke.ts';
import { aContext, anEvent } from '../http/proxy-event.ts';
import { aSandbox } from '../sandboxes/sandbox-data.ts';
import { MemoryModelCalls } from './memory-model-calls.ts';

/** The key of the conversation in the scene. */
const MODEL_KEY = 'acs-model.conversation.key';

/** Long enough to be taken for a secret. */
export const PROVIDER_KEY = 'sk-provider-0123456789abcdef';

/** The time limit of the functions, in milliseconds. */
const LONGEST_MS = 900_000;

const operations = {
  chat_completions: createChatCompletion,
  responses: createModelResponse,
  embeddings: createEmbeddings,
  messages: createAnthropicMessage,
};

/** A conversation whose model is at this URL, and the broker in front of it. */
export class BrokerScene {
  readonly calls = new MemoryModelCalls();
  readonly sandbox = aSandbox({ key_id: 'k1', phase: 'RUNNING' });
  conversation = aConversation({ sandbox_id: this.sandbox.sandbox_id });
  limits = relayLimits;
  /** What was stored about the wait of the conversation at a budget. */
  readonly waits: ('begin' | 'end' | 'outdated')[] = [];
  /** Makes these writes fail. */
  waitFailure: Error | undefined;
  /** What the conversation's model is, besides its URL. */
  model: Partial<CalledModel> & { readonly route?: CalledModel['route'] } = {};
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  route(kind: ModelInterface): BrokeredRoute {
    const { family } = interfaces[kind];
    return {
      kind: 'brokered',
      family,
      baseUrl: this.#url,
      modelName: 'scripted-model',
      apiKey: PROVIDER_KEY,
      keyHeader: family === 'anthropic' ? 'x-api-key' : 'authorization',
      headers: {},
      bodyFields: {},
    };
  }

  deps(kind: ModelInterface): BrokerDeps {
    const { sandbox, conversation, calls, limits } = this;
    return {
      authenticate: async (key) =>
        key === MODEL_KEY ? { sandbox, conversation, settings: noSettings(sandbox.owner_id) } : undefined,
      modelOf: async () => ({
        route: this.route(kind),
        model: 'openai/scripted-model',
        profile: null,
        options: {},
        secrets: [PROVIDER_KEY],
        ...this.model,
      }),
      calls,
      waits: {
        begin: async () => this.#wait('begin'),
        end: async () => this.#wait('end'),
        noteOutdated: async () => this.#wait('outdated'),
        countRun: async () => false,
      },
      targets: { resolve: resolveBySystem, loopback: true },
      limits,
    };
  }

  /** The whole response, as bytes, as text, and parsed if it is JSON. */
  async ask(kind: ModelInterface, body: object | string, request: TestRequest = {}) {
    const { head, pieces } = await this.begin(kind, body, request);
    const parts: Uint8Array[] = [];
    for await (const piece of pieces) parts.push(Buffer.from(piece));
    const text = Buffer.concat(parts).toString('utf8');
    const { statusCode: status, headers = {} } = head;
    const isJson = String(headers['Content-Type']).includes('json');
    return { status, headers, text, body: isJson ? parsed(text) : undefined };
  }

  /** The response piece by piece. */
  async begin(kind: ModelInterface, body: object | string, request: TestRequest = {}) {
    process.env.ALLOWED_ORIGINS ??= allowedOrigin;
    const operation = operations[kind] as typeof createChatCompletion;
    const event = anEvent(operation.endpoint, this.#request(body, request));
    const context = aContext(operation.endpoint.id, request.timeLeft ?? LONGEST_MS);
    return answerInPieces(operation, () => this.deps(kind))(event, context);
  }

  #wait(change: 'begin' | 'end' | 'outdated'): void {
    if (this.waitFailure) throw this.waitFailure;
    this.waits.push(change);
  }

  #request(body: object | string, { headers, ...request }: TestRequest): TestRequest {
    const rawBody = typeof body === 'string' ? body : JSON.stringify(body);
    return { ...request, rawBody, headers: { Authorization: `Bearer ${MODEL_KEY}`, ...headers } };
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an answer has no type on the wire; each test says what it expects.
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
