import type { IncomingMessage } from 'node:http';
import { AppError } from '../../platform/errors.ts';
import { requestTo } from '../../platform/outbound/http-request.ts';
import { edgeRefusal, LONGEST_CALL_MS } from '../sandboxes/agent/agent-http.ts';
import { call, refusal } from '../sandboxes/agent/ask-agent.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { uploadForm } from '../sandboxes/agent/upload-form.ts';
import { exits, failed } from './failures.ts';

/** A response whose body is not read yet. */
export interface OpenFile {
  readonly status: number;
  header(name: string): string | undefined;
  /** Closes the connection at the end, also when its reader stops early. */
  readonly pieces: AsyncGenerator<Uint8Array>;
  /** Closes the connection without reading. */
  close(): void;
}

/** Opens a file through the agent server, which follows links. @throws AppError `bad_gateway`, `gateway_timeout` */
export async function openFile(agent: SandboxAgent, path: string, range?: string): Promise<OpenFile> {
  const opened = Promise.withResolvers<IncomingMessage>();
  const finished = Promise.withResolvers<void>();
  const url = new URL(`${agent.url}/api/file/download?${new URLSearchParams({ path })}`);
  const headers = { 'X-Session-API-Key': agent.sessionKey, ...(range === undefined ? {} : { Range: range }) };
  const signal = AbortSignal.timeout(LONGEST_CALL_MS);
  requestTo(url, { method: 'GET', headers, signal }, (response) => {
    opened.resolve(response);
    return finished.promise;
  }).catch((cause) => {
    const [code, message] = signal.aborted
      ? (['gateway_timeout', 'The agent did not send the file in time.'] as const)
      : (['bad_gateway', 'The agent could not be reached, or closed the connection.'] as const);
    opened.reject(new AppError(code, message, { cause }));
  });
  const response = await opened.promise;
  const file: OpenFile = {
    status: response.statusCode ?? 0,
    header: (name) => [response.headers[name]].flat()[0],
    pieces: piecesOf(response, finished.resolve),
    close: finished.resolve,
  };
  if (file.status >= 400 && file.status !== 416) throw await refused(file, response, agent, path);
  return file;
}

async function* piecesOf(response: IncomingMessage, finish: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Buffer>;
  } finally {
    finish();
  }
}

/** The most bytes of a refusal. */
const MOST_WORDS = 64 * 1024;

async function refused(file: OpenFile, response: IncomingMessage, agent: SandboxAgent, path: string): Promise<Error> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.pieces) {
    size += chunk.length;
    if (size > MOST_WORDS) break;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  const ofEdge = edgeRefusal(file.status, response.headers, text);
  if (ofEdge) return new AppError('bad_gateway', 'The agent could not be reached.', { cause: ofEdge });
  if (file.status === 404) return failed(exits.missing, '', path);
  if (file.status === 400 && /not a file/.test(text)) return failed(exits.special, '', path);
  return refusal({ status: file.status, ok: false, text, bytes }, agent);
}

/** The version of a file, as the agent server names it; undefined if it does not exist. @throws as `openFile` */
export async function etagOf(agent: SandboxAgent, path: string): Promise<string | undefined> {
  try {
    const file = await openFile(agent, path);
    file.close();
    return file.header('etag');
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** An upload of a part takes longer than a question. */
const UPLOAD_TIMEOUT = 20_000;

/** Writes a file through the agent server. @throws AppError `conflict` when the disk is full; as `askAgent` */
export async function upload(agent: SandboxAgent, path: string, content: Uint8Array): Promise<void> {
  const question = {
    method: 'POST',
    path: '/api/file/upload',
    query: { path },
    bytes: uploadForm(content),
    timeout: UPLOAD_TIMEOUT,
  } as const;
  const answer = await call(agent, question);
  if (answer.ok) return;
  if (/No space left|ENOSPC|Disk quota|EDQUOT/i.test(answer.text)) throw failed(exits.diskFull, '', 'The upload');
  throw refusal(answer, agent);
}
