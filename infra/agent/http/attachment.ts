import { Readable } from 'node:stream';
import type { Context } from 'hono';

/** A file on its way to a client. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly content: Readable;
}

/** Streams a file. A failure in the middle ends the answer too soon: its status is on its way already. */
export function sendAttachment(c: Context, { name, type, bytes, content }: Attachment): Response {
  return c.body(Readable.toWeb(content) as ReadableStream<Uint8Array>, 200, {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Content-Disposition': `attachment; filename*=utf-8''${encodeURIComponent(name)}`,
  });
}
