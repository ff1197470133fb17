import type { Side } from './sides.ts';

export const operations = ['list', 'get', 'create'] as const;
export type OperationName = (typeof operations)[number];

export interface Round {
  readonly milliseconds: readonly number[];
  readonly requestsPerSecond: number;
}

/** Parallel clients that each send a request after the answer to the last. @throws on anything but a 200 */
export async function load(
  side: Side,
  operation: OperationName,
  conversationId: string,
  { requests, clients }: { readonly requests: number; readonly clients: number },
): Promise<Round> {
  const milliseconds: number[] = [];
  let left = requests;
  const started = performance.now();
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const sent = performance.now();
      await send(side, operation, conversationId);
      milliseconds.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { milliseconds, requestsPerSecond: requests / ((performance.now() - started) / 1000) };
}

export async function send(side: Side, operation: OperationName, conversationId: string): Promise<unknown> {
  const { method, path, body } = requestOf(operation, conversationId);
  const response = await fetch(`${side.baseUrl}${path}`, {
    method,
    headers: {
      ...side.headers(operation === 'create'),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${operation} with all ${side.name}: ${response.status} ${text}`);
  return JSON.parse(text);
}

function requestOf(operation: OperationName, conversationId: string) {
  const path = '/api/v1/app-conversations';
  switch (operation) {
    case 'list':
      return { method: 'GET', path: `${path}/search?limit=20` };
    case 'get':
      return { method: 'GET', path: `${path}?ids=${conversationId}` };
    case 'create':
      return { method: 'POST', path, body: JSON.stringify({ title: 'A conversation of the bench' }) };
  }
}
