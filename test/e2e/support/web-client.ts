import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';

/** A host name that browsers do not treat as local. */
export const PAGE_HOST = 'app.example.test';

/** Host names that the browser resolves to this machine. */
const NAMES = '*.example.test';

export interface PageAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields without checks
  readonly body: any;
}

/** A web client: an empty page of another origin than the service, in a real browser. */
export class WebClient {
  readonly page: Page;
  readonly origin: string;
  private readonly browser: Browser;
  private readonly server: Server;

  private constructor(browser: Browser, server: Server, page: Page, origin: string) {
    this.browser = browser;
    this.server = server;
    this.page = page;
    this.origin = origin;
  }

  /** @param tls serves the page over HTTPS, with a certificate that the browser trusts */
  static async open(tls?: { readonly cert: string; readonly key: string }): Promise<WebClient> {
    const answer: RequestListener = (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>A web client</title>');
    };
    const server = tls === undefined ? createServer(answer) : createSecureServer(tls, answer);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const browser = await launchBrowser([`--host-resolver-rules=MAP ${NAMES} 127.0.0.1`]);
    const page = await browser.newPage({ ignoreHTTPSErrors: tls !== undefined });
    const origin = `${tls === undefined ? 'http' : 'https'}://${PAGE_HOST}:${port}`;
    await page.goto(origin);
    return new WebClient(browser, server, page, origin);
  }

  call(url: string, apiKey: string, method = 'GET', body?: unknown): Promise<PageAnswer> {
    return this.page.evaluate(
      async ([address, key, verb, text]) => {
        const headers = {
          Authorization: `Bearer ${key}`,
          'X-OpenHands-Client': 'test',
          'X-OpenHands-Client-Version': '1.0.0',
          'X-Org-Id': '5f9c0e9e-6a3c-4b6e-9f51-0c9d2f1f7b11',
          ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        };
        const response = await fetch(address, { method: verb, headers, ...(text === undefined ? {} : { body: text }) });
        return { status: response.status, body: await response.json() };
      },
      [url, apiKey, method, body === undefined ? undefined : JSON.stringify(body)] as const,
    );
  }

  /** Calls an agent, whose response can have any format. */
  callAgent(url: string, sessionKey: string): Promise<Pick<PageAnswer, 'status'>> {
    return this.page.evaluate(
      async ([address, key]) => ({ status: (await fetch(address, { headers: { 'X-Session-API-Key': key } })).status }),
      [url, sessionKey] as const,
    );
  }

  /** Opens a WebSocket, and opens it again at the same URL whenever it closes, as web interfaces do. */
  async openSocket(url: string): Promise<void> {
    await this.page.evaluate((address) => {
      const connect = () => {
        const frames: unknown[] = [];
        const socket = new WebSocket(address);
        socket.onmessage = ({ data }) => frames.push(JSON.parse(data));
        socket.onclose = () => setTimeout(connect, 500);
        Object.assign(globalThis, { socket, frames });
      };
      connect();
    }, url);
  }

  async say(text: string): Promise<void> {
    await this.page.waitForFunction('socket.readyState === 1');
    const message = JSON.stringify({ role: 'user', content: [{ type: 'text', text }] });
    await this.page.evaluate(`socket.send(${JSON.stringify(message)})`);
  }

  /** What came on the present connection. */
  async heard(): Promise<string> {
    return JSON.stringify(await this.page.evaluate('frames'));
  }

  async isConnected(): Promise<boolean> {
    return (await this.page.evaluate('socket.readyState')) === WebSocket.OPEN;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.close();
  }
}
