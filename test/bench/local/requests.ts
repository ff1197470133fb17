import { Agent, request } from 'node:http';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Round {
  readonly milliseconds: readonly number[];
  readonly requestsPerSecond: number;
}

/** Clients of one service on kept connections, by the small client of Node: `fetch` costs several times as much. */
export class Clients {
  readonly #baseUrl: string;
  readonly #agent: Agent;

  constructor(baseUrl: string, clients: number) {
    this.#baseUrl = baseUrl;
    this.#agent = new Agent({ keepAlive: true, maxSockets: clients });
  }

  /** @throws on anything but a 200 */
  send({ method, path, headers, body }: Call): Promise<unknown> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const content =
      text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const sent = request(
      `${this.#baseUrl}${path}`,
      { method, agent: this.#agent, headers: { ...headers, ...content } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8');
          if (response.statusCode === 200) resolve(JSON.parse(answer));
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
    return promise;
  }

  /** Parallel clients that each send a call after the answer to the last. */
  async load(call: () => Call, requests: number, clients: number): Promise<Round> {
    const milliseconds: number[] = [];
    let left = requests;
    const begin = performance.now();
    const client = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const sent = performance.now();
        await this.send(call());
        milliseconds.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return { milliseconds, requestsPerSecond: requests / ((performance.now() - begin) / 1000) };
  }

  close(): void {
    this.#agent.destroy();
  }
}
