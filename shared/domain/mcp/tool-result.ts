import type { CallToolResult } from '@modelcontextprotocol/server';
import { boundedValue, cutText } from './bounded-value.ts';

/** A response of this API. */
export interface ApiAnswer {
  readonly status: number;
  readonly contentType: string;
  /** The part of a file, such as `bytes 0-99/1000`. */
  readonly contentRange?: string | undefined;
  readonly text: string;
}

/** The longest result, in bytes: about 25,000 tokens, which clients take without asking. */
export const MAX_RESULT_BYTES = 100_000;

const ASK_FOR_LESS = 'Ask for less, for example with `limit`.';

/** The result of a tool: the response as JSON and as text, without keys of sandboxes. A problem becomes an error. */
export function toolResult({ status, contentType, contentRange, text }: ApiAnswer): CallToolResult {
  const isJson = /^application\/([\w.+-]+\+)?json\b/.test(contentType);
  const value = isJson ? parsed(text) : undefined;
  if (status >= 400) return toolError(refusalOf(status, value));
  if (status === 204) return { content: [{ type: 'text', text: 'Done.' }] };
  if (value === undefined) return textResult(text, contentRange);
  const bounded = boundedValue(withoutKeys(value), MAX_RESULT_BYTES);
  if (!bounded) return toolError(`The result is larger than ${MAX_RESULT_BYTES} bytes. ${ASK_FOR_LESS}`);
  const structuredContent = objectOf(bounded.value);
  const notes = bounded.notes.length > 0 ? [[...bounded.notes, ASK_FOR_LESS].join(' ')] : [];
  return {
    structuredContent,
    content: [JSON.stringify(structuredContent), ...notes].map((words) => ({ type: 'text', text: words })),
  };
}

function textResult(text: string, contentRange: string | undefined): CallToolResult {
  if (text.includes('\0'))
    return toolError(`This is not text. Use \`run_command\`, for example with \`file\` or \`base64\`.`);
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '') ?? [];
  const isPart = size !== undefined && (from !== '0' || Number(to) + 1 < Number(size));
  const note = isPart ? [`Bytes ${from} to ${to} of ${size}.`] : [];
  return { content: [cutText(text, MAX_RESULT_BYTES), ...note].map((words) => ({ type: 'text', text: words })) };
}

/** A failure that the model can read and react to. */
export function toolError(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

interface Refusal {
  readonly detail?: unknown;
  readonly code?: unknown;
  readonly request_id?: unknown;
  readonly retry_after_seconds?: unknown;
}

function refusalOf(status: number, value: unknown): string {
  const {
    detail,
    code,
    request_id: id,
    retry_after_seconds: wait,
  }: Refusal = typeof value === 'object' ? { ...value } : {};
  if (typeof detail !== 'string') return `The service responded with ${status}. Try again later.`;
  const retry = typeof wait === 'number' ? ` Try again in ${wait} seconds.` : '';
  return `${detail}${retry} (${status} ${code}, request ${id})`;
}

/** Structured results are objects. */
function objectOf(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { items: value };
  return typeof value === 'object' && value !== null ? { ...value } : { result: value };
}

/** Tools act through this API, so a model needs no key of a sandbox, nor an address that contains one. */
function withoutKeys(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, inner: unknown) => {
    if (name === 'session_api_key') return null;
    return typeof inner === 'string' ? inner.replace(/([?&]tkn=)[^&#\s]*/g, '$1…') : inner;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
