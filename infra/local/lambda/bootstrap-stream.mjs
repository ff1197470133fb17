// Lambda's runtime API for handlers that stream. Plain JavaScript for the same reason as bootstrap.mjs.
import { Writable } from 'node:stream';

/** Separates the head of a response from its body. */
const separator = new Uint8Array(8);

const streaming = new WeakSet();

/** @param {object} handler */
export function isStreaming(handler) {
  return streaming.has(handler);
}

/** The stream of one response. Each piece is sent as soon as it is written. */
export class ResponseStream extends Writable {
  #send;
  /** @type {Buffer[]} */
  #before = [];

  /** @param {(piece: Buffer, done: (error?: Error | null) => void) => void} send passes a piece on */
  constructor(send) {
    super();
    this.#send = send;
  }

  /** API Gateway takes the content type from the head of the response. */
  setContentType() {}

  /** @param {Record<string, unknown>} metadata the head of the response, sent with the first piece */
  startWith(metadata) {
    this.#before = [Buffer.from(JSON.stringify(metadata)), Buffer.from(separator)];
  }

  /**
   * @param {Buffer} piece
   * @param {string} _encoding
   * @param {(error?: Error | null) => void} done
   */
  _write(piece, _encoding, done) {
    const data = Buffer.concat([...this.#before, piece]);
    this.#before = [];
    if (data.length === 0) done();
    else this.#send(data, done);
  }
}

/** Defines the global `awslambda` for handlers. */
export function provideStreams() {
  Object.assign(globalThis, {
    awslambda: {
      /** @param {object} handler */
      streamifyResponse: (handler) => {
        streaming.add(handler);
        return handler;
      },
      HttpResponseStream: {
        /**
         * @param {ResponseStream} stream
         * @param {Record<string, unknown>} metadata
         */
        from: (stream, metadata) => {
          stream.startWith(metadata);
          return stream;
        },
      },
    },
  });
}
