import { request as ask } from 'node:http';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createChatCompletion } from '../../../functions/broker/create-chat-completion.ts';
import { modelKeyAuthentication } from '../../../shared/domain/broker/keys/authenticate-model-key.ts';
import { DynamoModelCallers } from '../../../shared/domain/broker/keys/dynamo-model-callers.ts';
import { ModelKeys, modelKeyHash } from '../../../shared/domain/broker/keys/model-keys.ts';
import type { BrokerDeps } from '../../../shared/domain/broker/proxy/call-model.ts';
import { relayLimits } from '../../../shared/domain/broker/relay/time-limits.ts';
import { conversationItem } from '../../../shared/domain/conversations/record/conversation-rows.ts';
import { answerInPieces } from '../../../shared/http/serve/serve-stream.ts';
import { newId } from '../../../shared/platform/ids.ts';
import { resolveBySystem } from '../../../shared/platform/outbound/target.ts';
import { callsScene, MODEL } from '../../support/broker/calls-scene.ts';
import { aConversation } from '../../support/conversations/record/conversation-data.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';
import { MemoryMasterKeys } from '../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../support/sandboxes/sandbox-data.ts';
import type { ServiceTables } from '../../support/service-tables.ts';
import { modelOf, type StreamAsked } from './provider.ts';

const PROVIDER_KEY = 'sk-bench-0123456789abcdef0123456789abcdef';

/** The time limit of the function, in milliseconds. */
const LIMIT = 900_000;

/** The agent's request: a system prompt and a history of a few thousand tokens. */
const messages = [
  { role: 'system', content: 'You are an agent. '.repeat(600) },
  { role: 'user', content: 'Please change the file. '.repeat(400) },
];

/** A conversation whose agent calls a model, and the broker's function with its tables in front of the model. */
export class BrokerBenchScene {
  readonly #provider: URL;
  readonly #tables: ServiceTables;
  readonly #calls: ReturnType<typeof callsScene>;
  readonly #keys = new ModelKeys(new MemoryMasterKeys());

  constructor(provider: string, tables: ServiceTables) {
    this.#provider = new URL(provider);
    this.#tables = tables;
    this.#calls = callsScene(tables, new Date().toISOString());
    process.env.ALLOWED_ORIGINS ??= '*';
  }

  /** A conversation of a new owner. @returns its model key */
  async conversation(limits: { readonly monthly_budget_usd?: number } = {}): Promise<string> {
    const { documents, sandboxes, conversations } = this.#tables;
    const owner_id = await this.#calls.owner(limits);
    const sandbox = aRunningSandbox({ owner_id, sandbox_id: newId(new Date()) });
    const { sandbox_id, created_at: sandbox_created_at } = sandbox;
    const conversation_id = newId(new Date());
    const row = aConversation({ owner_id, conversation_id, sandbox_id, sandbox_created_at });
    const key = await this.#keys.of(row, sandbox);
    const Item = conversationItem({ ...row, model_key_hash: modelKeyHash(row, sandbox, key) });
    await documents.send(new PutCommand({ TableName: sandboxes, Item: sandbox }));
    await documents.send(new PutCommand({ TableName: conversations, Item }));
    return key;
  }

  /** The stream as the agent gets it from the broker. */
  async *brokered(key: string, asked: StreamAsked): AsyncGenerator<string> {
    const answer = answerInPieces(createChatCompletion, () => this.#deps(asked));
    const event = anEvent(createChatCompletion.endpoint, {
      body: { model: 'any', stream: true, max_completion_tokens: 50_000, messages },
      headers: { Authorization: `Bearer ${key}` },
    });
    const { head, pieces } = await answer(event, aContext('create-chat-completion', LIMIT));
    if (head.statusCode !== 200) throw new Error(`The broker responded with ${head.statusCode}.`);
    for await (const piece of pieces) yield typeof piece === 'string' ? piece : Buffer.from(piece).toString();
  }

  /** The same stream from the provider itself. */
  async *direct(asked: StreamAsked): AsyncGenerator<string> {
    const { promise, resolve, reject } = Promise.withResolvers<AsyncIterable<Buffer>>();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${PROVIDER_KEY}` };
    const request = ask(new URL('/v1/chat/completions', this.#provider), { method: 'POST', headers }, resolve);
    request.on('error', reject);
    request.end(JSON.stringify({ model: modelOf(asked), stream: true, messages }));
    for await (const piece of await promise) yield piece.toString();
  }

  #deps(asked: StreamAsked): BrokerDeps {
    const callers = new DynamoModelCallers(this.#tables.documents, this.#tables);
    const route = {
      kind: 'brokered',
      family: 'openai',
      baseUrl: new URL('/v1', this.#provider).href,
      modelName: modelOf(asked),
      apiKey: PROVIDER_KEY,
      keyHeader: 'authorization',
      headers: {},
      bodyFields: {},
    } as const;
    return {
      authenticate: modelKeyAuthentication(callers),
      // An owner's key stays in the memory of a function for a minute.
      modelOf: async () => ({ route, model: MODEL, profile: null, options: {}, secrets: [PROVIDER_KEY] }),
      waits: {
        begin: async () => undefined,
        end: async () => undefined,
        noteOutdated: async () => undefined,
        countRun: async () => false,
      },
      calls: this.#calls.calls,
      targets: { resolve: resolveBySystem, loopback: true },
      limits: relayLimits,
    };
  }
}
