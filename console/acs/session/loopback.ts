import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { CLI_CALLBACK, CLI_PORTS } from '../../../shared/client/people/addresses.ts';
import { Failure } from '../output/failure.ts';

/** How long a person can take to sign in, in milliseconds. */
const PATIENCE = 5 * 60_000;

/** The listener to which the browser comes back after the sign-in at the identity provider. */
export interface Loopback {
  readonly redirectUri: string;
  /**
   * The parameters of the one request with this `state`. Others are refused.
   *
   * @throws Failure if none comes in time
   */
  readonly answer: (state: string) => Promise<URLSearchParams>;
  readonly close: () => void;
}

/** Listens on this machine only, at the first free port that is registered at the provider. @throws Failure */
export async function openLoopback(ports: readonly number[] = CLI_PORTS, patience = PATIENCE): Promise<Loopback> {
  const server = createServer();
  const port = await firstFree(server, ports);
  return {
    redirectUri: `http://localhost:${port}${CLI_CALLBACK}`,
    answer: (state) => answerTo(server, port, state, patience),
    close: () => void server.close().closeAllConnections(),
  };
}

async function firstFree(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Failure(
    `The browser must return to one of the ports ${ports.join(', ')} of this machine, and all are in use.`,
    'End another acs login, or sign in with a code: acs login --device',
  );
}

function answerTo(server: Server, port: number, state: string, patience: number): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new Failure(
          'The sign-in was not completed within 5 minutes.',
          'Try again: acs login. Without a browser here: acs login --device',
        ),
      );
    }, patience);
    server.on('request', ({ method, url = '', headers }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const isOwnName = headers.host === `localhost:${port}` || headers.host === `127.0.0.1:${port}`;
      if (method !== 'GET' || pathname !== CLI_CALLBACK || !isOwnName)
        return page(response, 404, 'There is nothing here.');
      // Any page in the browser can send requests here, but none knows the state.
      if (searchParams.get('state') !== state)
        return page(response, 400, 'This is not the sign-in that acs is waiting for.');
      clearTimeout(timer);
      const text = searchParams.has('error') ? 'You are not signed in.' : 'You are signed in.';
      page(response, 200, `${text} Close this tab and return to the terminal.`);
      resolve(searchParams);
    });
  });
}

function page(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      Connection: 'close',
    })
    .end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>acs</title><p>${text}</p></html>\n`);
}
