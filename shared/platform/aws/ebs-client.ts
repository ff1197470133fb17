import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { HttpRequest } from '@smithy/core/transport';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { requireEnv } from '../env.ts';
import { configuredEndpoint } from './json-rpc/endpoint.ts';
import { OneShotSha256 } from './json-rpc/one-shot-sha256.ts';

/** The blocks of a snapshot that were written, from one on. Named as in the SDK. */
export class ListSnapshotBlocksCommand {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;

  constructor({ snapshotId, from, most, pageToken }: ListInput) {
    this.path = `/snapshots/${encodeURIComponent(snapshotId)}/blocks`;
    const maxResults = String(most);
    this.query = pageToken === undefined ? { maxResults, startingBlockIndex: String(from) } : { maxResults, pageToken };
  }
}

interface ListInput {
  readonly snapshotId: string;
  readonly from: number;
  readonly most: number;
  /** Of the page before. */
  readonly pageToken: string | undefined;
}

/** The content of a block, with the token that a list has for it. Named as in the SDK. */
export class GetSnapshotBlockCommand {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;

  constructor({ snapshotId, index, token }: BlockInput) {
    this.path = `/snapshots/${encodeURIComponent(snapshotId)}/blocks/${index}`;
    this.query = { blockToken: token };
  }
}

interface BlockInput {
  readonly snapshotId: string;
  readonly index: number;
  readonly token: string;
}

/** A refusal of EBS, with its name. */
export class EbsError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status: number) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

interface EbsAnswer {
  readonly body: Buffer;
  header(name: string): string | undefined;
}

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Sends signed requests to the direct APIs of EBS: two requests without a body, for which the SDK's client would make a
 * function larger than its bound.
 */
export class EbsClient {
  readonly #handler: Pick<NodeHttpHandler, 'handle'>;
  readonly #endpoint: URL;
  readonly #signature: SignatureV4;

  constructor(handler: Pick<NodeHttpHandler, 'handle'>, endpoint = configuredEndpoint('ebs')) {
    this.#handler = handler;
    this.#endpoint = endpoint;
    this.#signature = new SignatureV4({
      service: 'ebs',
      region: requireEnv('AWS_REGION'),
      credentials: defaultProvider(),
      sha256: OneShotSha256,
    });
  }

  /** Repeats what was throttled or got no response, until the signal. @throws EbsError; an error of the connection */
  async send(command: ListSnapshotBlocksCommand | GetSnapshotBlockCommand, signal: AbortSignal): Promise<EbsAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#ask(command, signal);
      } catch (error) {
        if (attempt >= ATTEMPTS || signal.aborted || !isPassing(error)) throw error;
      }
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
      await wait(longest * (0.5 + Math.random() / 2), undefined, { signal });
    }
  }

  async #ask({ path, query }: ListSnapshotBlocksCommand, signal: AbortSignal): Promise<EbsAnswer> {
    const { protocol, hostname, port, host } = this.#endpoint;
    const place = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }) };
    const request = new HttpRequest({ ...place, method: 'GET', path, query: { ...query }, headers: { host } });
    const signed = (await this.#signature.sign(request)) as HttpRequest;
    const { response } = await this.#handler.handle(signed, { abortSignal: signal });
    const body = await buffer(addAbortSignal(signal, response.body as Readable));
    if (response.statusCode >= 300) throw refusalOf(response.statusCode, body, response.headers['x-amzn-errortype']);
    return { body, header: (name) => response.headers[name] };
  }
}

function refusalOf(status: number, body: Buffer, type = 'UnknownError'): EbsError {
  const text = body.toString('utf8').slice(0, 1000);
  return new EbsError(type.split(':')[0] ?? type, text, status);
}

/** Throttling, faults of EBS and of the connection pass. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof EbsError)) return true;
  return error.name === 'RequestThrottledException' || error.status === 429 || error.status >= 500;
}
