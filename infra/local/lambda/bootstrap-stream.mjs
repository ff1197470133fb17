// What Lambda's Node.js runtime gives to handlers that stream. Plain JavaScript for the same reason as bootstrap.mjs.
import { Writable } from 'node:stream';

/** What stands between the head of an answer and its body. */
const separator = new Uint8Array(8);

const streaming = new WeakSet();

/** @param {object} handler */
export function isStreaming(handler) {
  return streaming.has(handler);
}

/** The stream of one answer: each piece that is written leaves at once. */
export class ResponseStream extends Writable {
  #id;
  /** @type {Buffer[]} */
  #before = [];

  /** @param {string} id of the invocation */
  constructor(id) {
    super();
    this.#id = id;
  }

  /** API Gateway takes the type from the head of the answer. */
  setContentType() {}

  /** @param {Record<string, unknown>} metadata the head of the answer, which leaves with the first piece */
  startWith(metadata) {
    this.#before = [Buffer.from(JSON.stringify(metadata)), Buffer.from(separator)];
  }

  /**
   * @param {Buffer} piece
   * @param {string} _encoding
   * @param {(error?: Error | null) => void} done
   */
  _write(piece, _encoding, done) {
    const data = Buffer.concat([...this.#before, piece]).toString('base64');
    this.#before = [];
    if (data === '') {
      done();
      return;
    }
    // Without its runner the process ends; nobody has to hear of it.
    process.send?.({ type: 'piece', id: this.#id, data }, () => done());
  }
}

/** Makes the global `awslambda` as handlers know it. */
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
