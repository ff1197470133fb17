import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null | readonly { readonly text?: string }[];
  }[];
}

/** An OpenAI-compatible model that repeats what the user said last, piece by piece when asked to stream. */
export class StreamingModel {
  /** What each request carried as its key. */
  readonly keys: string[] = [];
  /** Whether each request asked for a stream. */
  readonly streamed: boolean[] = [];
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    const address = server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
    this.#server = server;
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const asked: ChatRequest = JSON.parse(Buffer.concat(chunks).toString());
      this.keys.push(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
      this.streamed.push(asked.stream === true);
      answer(asked, response);
    });
  }

  static async start(): Promise<StreamingModel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StreamingModel(server);
  }

  async stop(): Promise<void> {
    this.#server.close().closeAllConnections();
    await once(this.#server, 'close');
  }
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function answer({ model, stream, messages }: ChatRequest, response: ServerResponse): void {
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const text = typeof said === 'string' ? said : said.map((part) => part.text ?? '').join('');
  const content = `You said: ${text}`;
  const common = { id: 'answer', created: 1, model };
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (delta: object, finish_reason: string | null, more: object = {}) => {
    const choices = [{ index: 0, delta, finish_reason }];
    response.write(`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
  };
  for (const piece of content.match(/.{1,8}/gs) ?? []) send({ role: 'assistant', content: piece }, null);
  send({}, 'stop', { usage });
  response.end('data: [DONE]\n\n');
}
