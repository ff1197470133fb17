import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { service } from '../../support/service/owners.ts';

/** What stands in the place of an answer. */
export interface Injected {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The service behind a proxy, which answers in its place where it is asked to. It ends with the test. */
export class InjectingProxy {
  readonly url: string;
  /** The answers to the next requests, the first one first. */
  readonly injected: Injected[] = [];

  private constructor(url: string) {
    this.url = url;
  }

  static async start(...injected: readonly Injected[]): Promise<InjectingProxy> {
    const server = createServer(({ method = 'GET', url, headers }, response) => {
      const answer = proxy.injected.shift();
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      else void forward(method, `${service().baseUrl}${url}`, String(headers['x-session-api-key']), response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const proxy = new InjectingProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    proxy.injected.push(...injected);
    return proxy;
  }
}

/** Only what reading commands send and need. */
async function forward(method: string, url: string, apiKey: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(url, { method, headers: { 'X-Session-API-Key': apiKey }, redirect: 'manual' });
  const type = answer.headers.get('content-type') ?? 'application/json';
  response.writeHead(answer.status, { 'Content-Type': type }).end(await answer.text());
}
