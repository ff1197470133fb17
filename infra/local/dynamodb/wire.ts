import { Agent, request as httpRequest, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { AwsError } from '../aws/aws-error.ts';

const SERVICES = { dynamodb: 'DynamoDB_20120810', streams: 'DynamoDBStreams_20120810' } as const;

/** The Region of each request. DynamoDB Local puts it into the name of the database. */
export const WIRE_REGION = 'us-east-1';

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Error codes of a connection that the other side has closed. */
const CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

/**
 * DynamoDB Local's HTTP protocol. The local cloud speaks it directly, so that stream records arrive as Lambda gets them
 * and requests of functions pass through unchanged.
 *
 * DynamoDB Local checks no signatures, but keeps a separate database for each access key. The key used here is random
 * and names the database file.
 */
export class DynamoDbWire {
  readonly url: string;
  /** Parsed once from the URL. */
  readonly #place: RequestOptions;
  readonly #authorization: string;
  readonly #agent: Agent;
  /** Connections that have carried a response. */
  readonly #used = new WeakSet<Socket>();

  /** @param url `http://` and an address, or `unix:` and the path of a socket */
  constructor(url: string, accessKeyId: string) {
    this.url = url;
    const socketPath = /^unix:(.+)$/.exec(url)?.[1];
    this.#agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const address = socketPath === undefined ? urlToHttpOptions(new URL(url)) : { host: 'localhost', socketPath };
    this.#place = { ...address, method: 'POST', path: '/' };
    this.#authorization =
      `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/${WIRE_REGION}/dynamodb/aws4_request, ` +
      'SignedHeaders=host, Signature=local';
  }

  /** @throws AwsError with the error type of DynamoDB Local */
  async call(
    service: keyof typeof SERVICES,
    operation: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const answer = await this.forward(`${SERVICES[service]}.${operation}`, Buffer.from(JSON.stringify(input)));
    const body = JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>;
    if (answer.status === 200) return body;
    const type = String(body.__type).split('#').at(-1) ?? 'Unknown';
    throw new AwsError(type, String(body.message ?? body.Message ?? type), answer.status, body);
  }

  /**
   * Sends a request body unchanged. `target` is the X-Amz-Target header. Retries once when the other side has closed a
   * kept connection just as it was reused, on a new connection, as it may have closed all the kept ones.
   */
  async forward(target: string, body: Buffer): Promise<WireAnswer> {
    try {
      return await this.#send(target, body, this.#agent);
    } catch (error) {
      if (error instanceof StaleConnectionError) return this.#send(target, body, false);
      throw error;
    }
  }

  #send(target: string, body: Buffer, agent: Agent | false): Promise<WireAnswer> {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': body.length,
      'x-amz-target': target,
      authorization: this.#authorization,
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ ...this.#place, headers, agent }, (response) => {
        // The response has lost its connection when it ends.
        const { socket } = response;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          this.#used.add(socket);
          resolve({ status: response.statusCode ?? 500, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // `reusedSocket` is false for a request that had to wait for a connection.
        const isReused = request.socket !== null && this.#used.has(request.socket);
        const isStale = isReused && CLOSED.has(error.code ?? '');
        reject(isStale ? new StaleConnectionError('the kept connection was closed', { cause: error }) : error);
      });
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
