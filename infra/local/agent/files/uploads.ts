import type { IncomingMessage } from 'node:http';
import { readBytes } from '../http/body.ts';
import { unprocessable } from '../http/http-error.ts';

/** The largest file that may be uploaded, in bytes. */
const uploadLimitBytes = 256 * 1024 * 1024;

/**
 * The bytes of the form field `file`.
 *
 * @throws HttpError 413 over the limit, 422 when the body is no such form.
 */
export async function readUpload(request: IncomingMessage): Promise<Uint8Array> {
  const type = request.headers['content-type'] ?? '';
  const bytes = await readBytes(request, uploadLimitBytes);
  const file = /^multipart\/form-data\b/i.test(type) ? await fileOf(bytes, type) : undefined;
  if (file) return file;
  throw unprocessable([{ type: 'missing', loc: ['body', 'file'], msg: 'Field required' }]);
}

async function fileOf(bytes: Buffer, type: string): Promise<Uint8Array | undefined> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData();
    const file = form.get('file');
    return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : undefined;
  } catch (error) {
    // A form that cannot be read has no file either.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
