import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves a built web client: its files, and its page for every other path. */
export class PageServer {
  readonly origin: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(directory: string): Promise<PageServer> {
    const server = createServer(async ({ url = '/' }, response) => {
      const path = normalize(decodeURIComponent(new URL(url, 'http://page').pathname));
      const file = extname(path) === '' ? '/index.html' : path;
      const bytes = await readFile(join(directory, file)).catch(() => undefined);
      response.writeHead(bytes ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
      response.end(bytes);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new PageServer(server);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
