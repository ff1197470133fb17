import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

/** An OpenAI-compatible model that repeats what the user said last, or holds every answer back. */
export class StallingModel {
  /** Whether requests get no answer. */
  silent = false;
  /** How many requests got none. */
  waiting = 0;
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    const address = server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
    this.#server = server;
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (this.silent) this.waiting += 1;
      else answer(JSON.parse(Buffer.concat(chunks).toString()), response);
    });
  }

  static async start(): Promise<StallingModel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StallingModel(server);
  }

  async stop(): Promise<void> {
    this.#server.close().closeAllConnections();
    await once(this.#server, 'close');
  }
}

function answer({ model, stream, messages }: ChatRequest, response: ServerResponse): void {
  const said = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const content = `You said: ${said.slice(0, 200)}`;
  const common = { id: 'answer', created: 1, model };
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
    return;
  }
  const piece = (choices: unknown[], more = {}) =>
    response.write(`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  piece([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]);
  piece([{ index: 0, delta: {}, finish_reason: 'stop' }]);
  piece([], { usage });
  response.end('data: [DONE]\n\n');
}
