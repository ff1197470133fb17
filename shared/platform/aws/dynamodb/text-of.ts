import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The text of an answer's body. */
export function textOf(body: unknown): Promise<string> | string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  if (body instanceof Readable) return collected(body);
  return text(body as AsyncIterable<Uint8Array>);
}

/** By events: an iterator of a stream costs several turns of the event loop for each part. */
function collected(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let whole = '';
    body.setEncoding('utf8');
    body.on('data', (part: string) => {
      whole += part;
    });
    body.on('end', () => resolve(whole));
    body.on('error', reject);
  });
}
