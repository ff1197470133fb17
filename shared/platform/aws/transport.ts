import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { rehearsal } from '../rehearsal/rehearsal.ts';
import { askedOf, callOf } from '../rehearsal/tape.ts';

type Request = Parameters<NodeHttpHandler['handle']>[0];
type Options = Parameters<NodeHttpHandler['handle']>[1];
type Answer = ReturnType<NodeHttpHandler['handle']>;

/**
 * The HTTP client of all AWS clients with the same limits, so that they share its connections. In a rehearsal it
 * answers from the tape, and notes where it would have connected.
 */
export class Transport extends NodeHttpHandler {
  override async handle(request: Request, options?: Options): Answer {
    const playing = rehearsal();
    if (!playing) return super.handle(request, options);
    const { protocol, hostname, port } = request;
    await playing.visit(`${protocol}//${hostname}:${port ?? ''}`, () => this.#connect(request));
    const { status: statusCode, headers, body, isBase64 } = playing.answerTo(callOf(request), askedOf(request));
    const bytes = Buffer.from(body, isBase64 ? 'base64' : 'utf8');
    const response = { statusCode, headers: { ...headers }, body: Readable.from([bytes], { objectMode: false }) };
    return { response } as Awaited<Answer>;
  }

  /** Asks twice: the first call opens a connection, the second one runs the code of a call on an open one. */
  async #connect(request: Request): Promise<void> {
    await this.#ask(request);
    await this.#ask(request);
  }

  /** Any answer leaves the connection open; DynamoDB's to this is that it is healthy. */
  async #ask(request: Request): Promise<void> {
    const plain = { method: 'GET', path: '/', query: {}, headers: { host: request.hostname }, body: undefined };
    const { response } = await super.handle(Object.assign(request.clone(), plain));
    for await (const _ of response.body) {
      // A connection is free once its answer has been read.
    }
  }
}
