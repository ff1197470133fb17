import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

/** What a user says to this model so that the agent is busy for five minutes. */
export const STALL = 'Go to sleep';

/** An OpenAI-compatible model that repeats what the user said last, or has the agent wait in its terminal. */
export class StallingModel {
  /** How often the agent was made to wait. */
  stalls = 0;
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
      const stalls = asked.tools !== undefined && saidLast(asked).includes(STALL);
      if (stalls) this.stalls += 1;
      answer(asked, stalls, response);
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

function saidLast({ messages }: ChatRequest): string {
  return JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
}

const sleep = JSON.stringify({ command: 'sleep 300', security_risk: 'LOW', summary: 'wait' });

function answer(asked: ChatRequest, stalls: boolean, response: ServerResponse): void {
  const { model, stream } = asked;
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'terminal', arguments: sleep } };
  const said = { role: 'assistant', content: `You said: ${saidLast(asked).slice(0, 200)}` };
  const message = stalls ? { ...said, tool_calls: [call] } : said;
  const finish_reason = stalls ? 'tool_calls' : 'stop';
  const common = { id: 'answer', created: 1, model };
  if (!stream) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const choices = [{ index: 0, message, finish_reason }];
    response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
    return;
  }
  const piece = (choices: unknown[], more = {}) =>
    response.write(`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  piece([{ index: 0, delta: message, finish_reason: null }]);
  piece([{ index: 0, delta: {}, finish_reason }]);
  piece([], { usage });
  response.end('data: [DONE]\n\n');
}
