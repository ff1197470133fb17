import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

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
    await new Promise<void>((resolve) => {
      receiver.#server.listen(0, '127.0.0.1', resolve);
    });
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  /** Those for which the integrator's library finds a good signature by this secret. */
  verified(secret: string): readonly Received[] {
    return this.received.filter(({ body, headers }) => verify(secret, body, headers));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
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

/** Verifies by the library of Standard Webhooks, which refuses timestamps five minutes off. */
export function verify(secret: string, body: string, headers: Readonly<Record<string, string>>): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}
