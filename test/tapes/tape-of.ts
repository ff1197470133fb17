import { isUtf8 } from 'node:buffer';
import { askedOf, callOf, type Exchange, type Request, type Tape } from '../../shared/platform/rehearsal/tape.ts';
import type { Noted, Take } from './take.ts';

type Answered = Noted & { readonly answer: NonNullable<Noted['answer']> };

/** Of the transport, of the moment and of this answer alone: nothing that a function reads. */
const droppedHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
  'x-amz-crc32',
  'x-amz-request-id',
  'x-amzn-requestid',
]);

/**
 * The tape of a take. Of a request that was made again and again, until what it asked for was there, each different
 * answer counts once: nothing waits long while a tape is played. For names of tables and functions stand the variables
 * that hold them.
 *
 * @param folder where the service kept its state, which no tape names
 */
export function tapeOf({ at, event, requests, variables }: Take, folder: string): Tape {
  const answered = requests.filter((noted): noted is Answered => noted.answer !== undefined);
  const kept = answered.filter((noted) => !isRepeated(noted, answered));
  const tape: Tape = { at, event, exchanges: kept.map(exchangeOf) };
  const longestFirst = Object.entries(variables).toSorted(([, a], [, b]) => b.length - a.length);
  const named = longestFirst.reduce(
    (text, [name, value]) => text.replaceAll(value, `\${${name}}`),
    JSON.stringify(tape).replaceAll(folder, '/recorded'),
  );
  return JSON.parse(named);
}

/** So often the same request is answered alike by a look that is repeated until something changes. */
const WAITS = 4;

/** Whether it failed and was made again, or is one of many looks that saw the same. */
function isRepeated(noted: Answered, all: readonly Answered[]): boolean {
  const same = all.filter(
    ({ method, url, body }) => method === noted.method && url === noted.url && body === noted.body,
  );
  if (noted.answer.status >= 500) return same.at(-1) !== noted;
  const alike = same.filter(({ answer }) => answer.body === noted.answer.body);
  return alike.length >= WAITS && alike[0] !== noted;
}

export const callOfNoted = (noted: Noted): string => callOf(requestOf(noted));

function requestOf({ method, url, headers, body }: Noted): Request {
  const [path = ''] = url.split('?');
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { method, path, headers: texts, body: Buffer.from(body, 'base64').toString('utf8') };
}

function exchangeOf(noted: Answered): Exchange {
  const { status, headers, body } = noted.answer;
  const bytes = Buffer.from(body, 'base64');
  const kept = Object.entries(headers).filter(([name]) => !droppedHeaders.has(name));
  const asked = askedOf(requestOf(noted));
  return {
    call: callOfNoted(noted),
    ...(asked === undefined ? {} : { asked }),
    status,
    headers: Object.fromEntries(kept.toSorted().map(([name, value]) => [name, String(value)])),
    ...(isUtf8(bytes) ? { body: bytes.toString('utf8') } : { body, isBase64: true }),
  };
}

/** What two takes of one function have in common, whatever their ids, times and numbers: its calls and shapes. */
export function shapeOf({ event, exchanges }: Tape): string {
  const parts = exchanges.map(({ call, status, headers, body, isBase64 }) => {
    const path = call.replaceAll(/[^/]*\d[^/]{7,}/g, '{}');
    return [path, status, Object.keys(headers), isBase64 ? 'bytes' : shapeOfText(body)];
  });
  return JSON.stringify([shapeOfValue(event), parts]);
}

function shapeOfText(text: string): unknown {
  try {
    return shapeOfValue(JSON.parse(text));
  } catch {
    // XML, or text of a person.
    return 'text';
  }
}

function shapeOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOfValue(item))))].toSorted();
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const fields = Object.entries(value).map(([name, field]) => [
    name.replaceAll(/\w*\d\w*/g, '{}'),
    shapeOfValue(field),
  ]);
  return fields.map((field) => JSON.stringify(field)).toSorted();
}
