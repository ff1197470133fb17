import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
  readonly messages: readonly Message[];
}

interface Message {
  readonly role: string;
  readonly content:
    | string
    | null
    | readonly { readonly text?: string; readonly image_url?: { readonly url: string } }[];
}

/** A message that makes the model call a tool that runs for five minutes. */
export const STALL = 'Go to sleep';

/**
 * An OpenAI-compatible model that repeats the user's last message, in pieces when the request asks for a stream. A
 * message `/run COMMAND` makes it call the terminal, `/call NAME JSON` any tool; then it repeats what that returned.
 */
export class StubModel {
  /** The names of the tools in the last request that had any. */
  tools: readonly string[] = [];
  /** The URLs of the pictures in all requests. */
  readonly pictures = new Set<string>();
  /** The API key of each request. */
  readonly keys: string[] = [];
  /** The texts of the messages of each request. */
  readonly talks: string[] = [];
  /** API keys that it refuses, as a provider refuses a wrong one. */
  readonly refused = new Set<string>();
  /** Whether each request asked for a stream. */
  readonly streamed: boolean[] = [];
  /** The number of responses that call the slow tool. */
  stalls = 0;
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    const address = server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
    this.#server = server;
    server.on('request', async (request, response) => {
      const asked: ChatRequest = JSON.parse(Buffer.concat(await request.toArray()).toString());
      const text = lastMessageOf(asked);
      const stalls = asked.tools !== undefined && text.includes(STALL);
      this.tools = asked.tools?.map(({ function: { name = '' } = {} }) => name) ?? this.tools;
      for (const picture of picturesOf(asked)) this.pictures.add(picture);
      const key = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      if (this.refused.has(key)) return refuse(response);
      this.keys.push(key);
      this.talks.push(asked.messages.map(textOf).join('\n'));
      this.streamed.push(asked.stream === true);
      if (stalls) this.stalls += 1;
      const returned = asked.messages.at(-1)?.role === 'tool' ? textOf(asked.messages.at(-1)) : undefined;
      const call = stalls ? slowCall : returned === undefined && asked.tools !== undefined ? callIn(text) : undefined;
      const answer = returned === undefined ? `You said: ${text.slice(0, 200)}` : `The tool said: ${returned}`;
      respond(response, asked, answer, call && [call]);
    });
  }

  static async start(): Promise<StubModel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StubModel(server);
  }

  async stop(): Promise<void> {
    this.#server.close().closeAllConnections();
    await once(this.#server, 'close');
  }
}

function lastMessageOf({ messages }: ChatRequest): string {
  return textOf(messages.findLast(({ role }) => role === 'user'));
}

function textOf({ content = '' }: Partial<Message> = {}): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
}

function picturesOf({ messages }: ChatRequest): readonly string[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : (content ?? []).flatMap(({ image_url: picture }) => picture?.url ?? []),
  );
}

type Call = ReturnType<typeof callOf>;

function callOf(name: string, input: object) {
  // The agent server asks for both fields with each call.
  const text = JSON.stringify({ ...input, security_risk: 'LOW', summary: 'as asked' });
  return { index: 0, id: `call_${randomUUID()}`, type: 'function', function: { name, arguments: text } };
}

const slowCall = callOf('terminal', { command: 'sleep 300' });

function callIn(text: string): Call | undefined {
  const command = /^\/run (.+)$/m.exec(text)?.[1];
  if (command !== undefined) return callOf('terminal', { command });
  const [, name, input] = /^\/call (\S+) (.+)$/m.exec(text) ?? [];
  return name === undefined ? undefined : callOf(name, JSON.parse(input ?? '{}'));
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function refuse(response: ServerResponse): void {
  response.writeHead(401, { 'Content-Type': 'application/json' });
  const error = { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' };
  response.end(JSON.stringify({ error }));
}

function respond(
  response: ServerResponse,
  { model, stream }: ChatRequest,
  content: string,
  tool_calls: readonly Call[] | undefined,
): void {
  const common = { id: 'answer', created: 1, model };
  const end = tool_calls ? 'tool_calls' : 'stop';
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content, tool_calls }, finish_reason: end }];
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (delta: object, finish_reason: string | null = null, more: object = {}) => {
    const choices = [{ index: 0, delta, finish_reason }];
    response.write(`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
  };
  for (const piece of content.match(/.{1,8}/gs) ?? []) send({ role: 'assistant', content: piece });
  if (tool_calls) send({ tool_calls });
  send({}, end, { usage });
  response.end('data: [DONE]\n\n');
}
