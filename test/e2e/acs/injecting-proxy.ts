import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { service } from '../../support/service/owners.ts';

/** A response that the proxy returns instead of the service. */
export interface Injected {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * A proxy in front of the service that can return injected responses. WebSockets to agents also pass through it, so
 * tests can cut them. It stops at the end of the test.
 */
export class InjectingProxy {
  readonly url: string;
  /** Responses to the next requests, in order. */
  readonly injected: Injected[] = [];
  /** The origin of the agents. */
  private agents = '';
  private readonly live = new Set<Socket>();

  private constructor(server: Server) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => this.answer(request, response));
    server.on('upgrade', (request, socket, head) => this.pass(request, socket as Socket, head));
  }

  static async start(...injected: readonly Injected[]): Promise<InjectingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new InjectingProxy(server);
    onTestFinished(() => {
      proxy.cut();
      server.closeAllConnections();
      server.close();
    });
    proxy.injected.push(...injected);
    return proxy;
  }

  /** Ends the connections to agents. */
  cut(): void {
    for (const socket of this.live) socket.destroy();
  }

  private answer({ method = 'GET', url, headers }: IncomingMessage, response: ServerResponse): void {
    const answer = this.injected.shift();
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else void this.forward(method, `${service().baseUrl}${url}`, String(headers['x-session-api-key']), response);
  }

  /** Supports only what read commands need. */
  private async forward(method: string, url: string, apiKey: string, response: ServerResponse): Promise<void> {
    const answer = await fetch(url, { method, headers: { 'X-Session-API-Key': apiKey }, redirect: 'manual' });
    const type = answer.headers.get('content-type') ?? 'application/json';
    const body = (await answer.text()).replace(/(?<="conversation_url":")[^"]*/, (address) =>
      this.throughHere(address),
    );
    response.writeHead(answer.status, { 'Content-Type': type }).end(body);
  }

  private throughHere(address: string): string {
    this.agents = new URL(address).origin;
    return address.replace(this.agents, this.url);
  }

  private pass({ url, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer): void {
    const { hostname, port } = new URL(this.agents);
    const agent = connect(Number(port), hostname);
    const lines = rawHeaders.flatMap((name, place) => (place % 2 === 0 ? `${name}: ${rawHeaders[place + 1]}` : []));
    agent.write([`GET ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    agent.write(head);
    socket.pipe(agent).pipe(socket);
    this.live.add(socket);
    for (const [one, other] of [
      [socket, agent],
      [agent, socket],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  }
}
