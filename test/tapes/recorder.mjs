// Preloaded into the process of a function instance: notes its first invocation, and what each request that it makes
// is answered. Plain JavaScript, as it is loaded before each function.
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const { TAKE_FILE: file = '' } = process.env;
// Lambda does not have them, and no further process is to record.
delete process.env.TAKE_FILE;
delete process.env.NODE_OPTIONS;

/** @type {Record<string, unknown>[]} In the order in which the function began them. */
const requests = [];
/** @type {{ at: string, event: unknown } | undefined} */
let invocation;
/** @type {Buffer[]} */
const pieces = [];

process.on('message', (/** @type {{ event: string }} */ message) => {
  invocation ??= { at: new Date().toISOString(), event: JSON.parse(message.event) };
});

const send = process.send?.bind(process);
process.send = /** @type {typeof process.send} */ (
  (message, ...rest) => {
    if (message.type === 'piece') pieces.push(Buffer.from(message.data, 'base64'));
    if (message.type === 'success' || message.type === 'failure') keep(message);
    return /** @type {Function} */ (send)(message, ...rest);
  }
);

/** @param {{ type: string, payload?: string }} message */
function keep({ type, payload = 'null' }) {
  const answer = {
    ok: type === 'success',
    value: JSON.parse(payload),
    streamed: Buffer.concat(pieces).toString('base64'),
  };
  const names = Object.entries(process.env).filter(([name]) => /_(TABLE|FUNCTION)$/.test(name));
  const variables = Object.fromEntries(names);
  const text = JSON.stringify({ ...invocation, variables, until: new Date().toISOString(), answer, requests });
  if (file !== '') fs.writeFileSync(file, text);
}

// A function that rehearsed in INIT would show less than a cold one does.
const { readFileSync } = fs;
fs.readFileSync = /** @type {typeof readFileSync} */ (
  (path, ...rest) => {
    if (String(path).endsWith('/tape.json')) throw new Error('this function is recorded: it plays no tape');
    return /** @type {Function} */ (readFileSync)(path, ...rest);
  }
);

for (const module of [http, https]) {
  const { request } = module;
  module.request = /** @type {typeof module.request} */ (
    (...args) => noted(/** @type {Function} */ (request)(...args))
  );
  module.get = /** @type {typeof module.get} */ ((...args) => /** @type {Function} */ (module.request)(...args).end());
}
syncBuiltinESMExports();

/** @param {http.ClientRequest} request */
function noted(request) {
  /** @type {Buffer[]} */
  const sent = [];
  /** @type {Record<string, unknown>} */
  const note = { method: request.method, url: request.path };
  requests.push(note);
  const { write, end } = request;
  request.write = /** @type {typeof write} */ (
    (...args) => {
      keepChunk(sent, args[0], args[1]);
      return /** @type {Function} */ (write).apply(request, args);
    }
  );
  request.end = /** @type {typeof end} */ (
    (...args) => {
      if (typeof args[0] !== 'function') keepChunk(sent, args[0], args[1]);
      Object.assign(note, { headers: { ...request.getHeaders() }, body: Buffer.concat(sent).toString('base64') });
      return /** @type {Function} */ (end).apply(request, args);
    }
  );
  request.on('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
    note.error = code ?? message;
  });
  request.prependOnceListener('response', (response) => {
    /** @type {Buffer[]} */
    const received = [];
    const { push } = response;
    response.push = (chunk, encoding) => {
      if (chunk === null) {
        const answer = { status: response.statusCode, headers: response.headers };
        note.answer = { ...answer, body: Buffer.concat(received).toString('base64') };
      } else keepChunk(received, chunk, encoding);
      return push.call(response, chunk, encoding);
    };
  });
  return request;
}

/** @param {Buffer[]} chunks @param {unknown} chunk @param {unknown} encoding */
function keepChunk(chunks, chunk, encoding) {
  if (chunk === undefined || chunk === null) return;
  const text = /** @type {BufferEncoding} */ (typeof encoding === 'string' ? encoding : 'utf8');
  chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, text) : Buffer.from(/** @type {Uint8Array} */ (chunk)));
}
