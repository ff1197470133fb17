import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { reasonOf } from '../base/log.ts';
import { limited } from '../http/body.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';

/** The largest body of an upload, in bytes. */
const uploadLimitBytes = 256 * 1024 * 1024;

/** Writes the form field `file` to a path, atomically. @throws HttpError 413, 422, 500 */
export async function receiveUpload(request: IncomingMessage, path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}.upload`;
  const stop = new AbortController();
  const broken = Promise.withResolvers<void>();
  const written: Promise<void>[] = [];
  const form = formOf(request);
  form?.on('file', (field, content) => {
    if (field !== 'file' || written.length > 0) return content.resume();
    const writing = write(content, aside, stop.signal);
    writing.catch(() => broken.resolve());
    written.push(writing);
  });
  let isForm = form !== undefined;
  form?.on('error', () => {
    isForm = false;
    broken.resolve();
  });
  try {
    await feed(form, request, broken.promise);
    const [file] = written;
    if (!isForm || !file) throw unprocessable([{ type: 'missing', loc: ['body', 'file'], msg: 'Field required' }]);
    await rethrown(file.then(() => replace(path, aside)));
  } finally {
    stop.abort();
    await Promise.allSettled(written);
    if (existsSync(aside)) rmSync(aside);
  }
}

/** Undefined if the request has no form. */
function formOf({ headers }: IncomingMessage): BusboyInstance | undefined {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b.*;\s*boundary=/i.test(type)) return undefined;
  return new Busboy({ headers: { ...headers, 'content-type': type } });
}

/** Feeds a body to its form, with backpressure. */
async function feed(form: BusboyInstance | undefined, body: Readable, broken: Promise<void>): Promise<void> {
  let target = form;
  void broken.then(() => {
    target = undefined;
  });
  for await (const chunk of limited(body, uploadLimitBytes)) {
    // Also reads the rest of a failed form: a client that is still sending might miss the response.
    if (target && !target.write(chunk)) await Promise.race([settled(target, 'drain'), broken]);
  }
  if (!target) return;
  const finish = settled(target, 'finish');
  target.end();
  await Promise.race([finish, broken]);
}

async function settled(form: BusboyInstance, event: 'drain' | 'finish'): Promise<void> {
  // Errors of the form resolve `broken`.
  await once(form, event).catch(() => undefined);
}

async function write(content: Readable, path: string, signal: AbortSignal): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  await pipeline(content, createWriteStream(path), { signal });
}

/** Replaces a file, keeping its mode and a link to it. */
function replace(path: string, aside: string): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  if (existsSync(target)) chmodSync(aside, statSync(target).mode);
  renameSync(aside, target);
}

async function rethrown(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    throw new HttpError(500, `Failed to upload file: ${reasonOf(error)}`);
  }
}
