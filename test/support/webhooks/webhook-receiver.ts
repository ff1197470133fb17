import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { close, listen } from '../http/servers.ts';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Behaviour = (message: Received, response: ServerResponse) => void;

export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body: string | Buffer = ''): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

export class WebhookReceiver {
  readonly received: Received[] = [];
  readonly #server: Server;
  behaviour: Behaviour = answering(204);

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await listen(receiver.#server);
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  /** The messages whose signature the Standard Webhooks library accepts for this secret. */
  verified(secret: string): readonly Received[] {
    return this.received.filter(({ body, headers }) => verify(secret, body, headers));
  }

  stop(): Promise<void> {
    return close(this.#server);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
    const message = { path: request.url ?? '', headers, body, id: headers['webhook-id'] ?? '', type, data };
    this.received.push(message);
    this.behaviour(message, response);
  }
}

/** Uses the Standard Webhooks library, which refuses timestamps that are five minutes off. */
export function verify(secret: string, body: string, headers: Readonly<Record<string, string>>): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}
