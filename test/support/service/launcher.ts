import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import type { ServiceAddress } from './service-address.ts';

declare module 'vitest' {
  interface ProvidedContext {
    launcher: string;
  }
}

export type Launch = () => Promise<ServiceAddress>;
export type EndLauncher = () => Promise<void>;

/**
 * Starts a service for each worker when its first file requests it, so that idle services take no CPU time from other
 * tests. Worker N requests `/N`. Resolves to a function that ends the launcher.
 */
export async function provideServices(project: TestProject, launches: readonly Launch[]): Promise<EndLauncher> {
  const launched = new Map<number, Promise<ServiceAddress>>();
  const addressFor = (worker: number): Promise<ServiceAddress> => {
    const launch = launches[worker - 1];
    if (!launch) throw new Error(`There is no service for worker ${worker}.`);
    const address = launched.get(worker) ?? launch();
    launched.set(worker, address);
    return address;
  };
  const server = createServer(async ({ url = '' }, response) => {
    try {
      response.end(JSON.stringify(await addressFor(Number(url.slice(1)))));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  project.provide('launcher', `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  return async () => {
    server.close().closeAllConnections();
    // A starting service cannot be stopped yet.
    await Promise.allSettled(launched.values());
  };
}
