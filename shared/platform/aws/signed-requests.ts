import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { HttpRequest } from '@smithy/core/transport';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { requireEnv } from '../env.ts';
import { configuredEndpoint, type Service } from './json-rpc/endpoint.ts';
import { OneShotSha256 } from './json-rpc/one-shot-sha256.ts';

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly body: Buffer;
  header(name: string): string | undefined;
}

/** A refusal of a service, with its name, in the form of the SDK's errors. */
export class RefusedError extends Error {
  readonly status: number;
  readonly $fault: 'client' | 'server';
  readonly $metadata: { readonly httpStatusCode: number };

  constructor(name: string, message: string, status: number) {
    super(message);
    this.name = name;
    this.status = status;
    this.$fault = status < 500 ? 'client' : 'server';
    this.$metadata = { httpStatusCode: status };
  }
}

/** Throttling, faults of the service and of the connection pass. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof RefusedError) || error.status === 429 || error.status >= 500;
}

/**
 * Signed requests to a service with a REST interface, for functions that need one or two of its operations: the SDK's
 * client is 80 KB of code.
 */
export class SignedRequests {
  readonly #handler: Pick<NodeHttpHandler, 'handle'>;
  readonly #endpoint: URL;
  readonly #signature: SignatureV4;

  constructor(service: Service, handler: Pick<NodeHttpHandler, 'handle'>, endpoint = configuredEndpoint(service)) {
    this.#handler = handler;
    this.#endpoint = endpoint;
    this.#signature = new SignatureV4({
      service,
      region: requireEnv('AWS_REGION'),
      credentials: defaultProvider(),
      sha256: OneShotSha256,
    });
  }

  /** @throws RefusedError; an error of the connection */
  async send({ query = {}, headers = {}, ...request }: Request, signal?: AbortSignal): Promise<Answer> {
    const { protocol, hostname, port, host } = this.#endpoint;
    const place = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }) };
    const unsigned = new HttpRequest({ ...place, ...request, query: { ...query }, headers: { ...headers, host } });
    const signed = (await this.#signature.sign(unsigned)) as HttpRequest;
    const { response } = await this.#handler.handle(signed, signal ? { abortSignal: signal } : {});
    const stream = response.body as Readable;
    const body = await buffer(signal ? addAbortSignal(signal, stream) : stream);
    if (response.statusCode >= 300) {
      const [name = ''] = (response.headers['x-amzn-errortype'] ?? 'UnknownError').split(':');
      throw new RefusedError(name, body.toString('utf8').slice(0, 1000), response.statusCode);
    }
    return { body, header: (name) => response.headers[name] };
  }
}
