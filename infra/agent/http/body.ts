import type { Readable } from 'node:stream';
import { isDeeperThan } from '../base/json.ts';
import type { AgentContext } from './agent-app.ts';
import { HttpError, unprocessable } from './http-error.ts';

/** The largest request body and the largest WebSocket frame, in bytes. Agent servers have no limit. */
export const bodyLimitBytes = 32 * 1024 * 1024;
/** How much more of an oversized body is read and discarded, so that the client can read the 413. */
const drainLimitBytes = 64 * 1024 * 1024;
const depthLimit = 64;

/** @throws HttpError 413, 422 */
export async function readJson(c: AgentContext): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  const bytes = await readBytes(c.env.incoming);
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    throw unprocessable([
      { type: 'content_type', loc: ['header', 'content-type'], msg: 'Content-Type should be application/json' },
    ]);
  }
  return parseJson(bytes.toString('utf8'));
}

/** As `readJson`; an empty object without a body. */
export async function readOptionalJson(c: AgentContext): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': encoding } = c.env.incoming.headers;
  return encoding === undefined && (length ?? '0') === '0' ? {} : await readJson(c);
}

/** @throws HttpError 422 when the text is not JSON or nests too deep */
export function parseJson(text: string): unknown {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw unprocessable([{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }]);
  }
  if (isDeeperThan(document, depthLimit)) {
    throw unprocessable([{ type: 'json_too_deep', loc: ['body'], msg: `JSON nests deeper than ${depthLimit} levels` }]);
  }
  return document;
}

async function readBytes(request: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of limited(request, bodyLimitBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The chunks of a body up to a limit. Discards the rest. @throws HttpError 413 */
export async function* limited(body: Readable, limitBytes: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limitBytes + drainLimitBytes) break;
    if (length <= limitBytes) yield chunk;
  }
  if (length > limitBytes) {
    throw new HttpError(413, `The body is larger than ${limitBytes} bytes`, { Connection: 'close' });
  }
}
