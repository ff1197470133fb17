import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

interface Call {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly arguments?: { readonly word?: string };
  };
}

const tool = {
  name: 'spell',
  description: 'Spells a word.',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};

/** An MCP server over streamable HTTP, with a tool `spell` that writes a word with hyphens. */
export class StubMcpServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    const address = server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`;
    this.#server = server;
    server.on('request', async (request, response) => {
      // It sends nothing by itself.
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method, params = {} }: Call = JSON.parse(Buffer.concat(await request.toArray()).toString());
      if (id === undefined) return response.writeHead(202).end();
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method, params) }));
    });
  }

  static async start(): Promise<StubMcpServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StubMcpServer(server);
  }

  async stop(): Promise<void> {
    this.#server.close().closeAllConnections();
    await once(this.#server, 'close');
  }
}

function resultOf(method: string, { protocolVersion, arguments: input = {} }: NonNullable<Call['params']>): object {
  switch (method) {
    case 'initialize':
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'stub', version: '1' } };
    case 'tools/list':
      return { tools: [tool] };
    case 'tools/call':
      return { content: [{ type: 'text', text: [...(input.word ?? '')].join('-') }] };
    default:
      return {};
  }
}
