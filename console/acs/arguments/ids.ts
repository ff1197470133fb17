import { answerOf, everyItem } from '../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { Failure, wrongUsage } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';

/** What an argument names by its ID. `message`: of the webhook endpoint that the argument `id` names. */
export type IdOf = 'conversation' | 'sandbox' | 'snapshot' | 'key' | 'endpoint' | 'prebuild' | 'message';

/** An ID, and words by which people know its object. */
interface Candidate {
  readonly id: string;
  readonly name: string;
}

interface Listing {
  readonly noun: string;
  /** The command that lists them. */
  readonly command: string;
  /** Whether the text has the form of a whole ID, which is used as it is. */
  readonly isWhole: (text: string) => boolean;
  /** @param part a part of the ID; a list may have others too */
  readonly list: (client: ServiceClient, part: string, endpointId: string) => AsyncIterable<Candidate>;
}

/** An endpoint can have a hundred thousand messages. */
const MESSAGES_SEARCHED = 1_000;

const isUuid = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text.replaceAll('-', ''));
const isHex = (text: string): boolean => /^[0-9a-f-]+$/i.test(text);

const listings: Readonly<Record<IdOf, Listing>> = {
  conversation: {
    noun: 'conversation',
    command: 'conversations list',
    // Callers can choose IDs of conversations. Without hex digits alone, it is probably a chosen one.
    isWhole: (text) => isUuid(text) || !isHex(text),
    list: async function* ({ api }, part) {
      const query = { id__contains: part, include_sub_conversations: true, limit: 100 };
      const found = everyItem((page) =>
        answerOf(api.GET('/api/v1/app-conversations/search', { params: { query: { ...query, ...page } } })),
      );
      for await (const { id, title } of found) yield { id, name: title ?? '' };
    },
  },
  sandbox: {
    noun: 'sandbox',
    command: 'sandboxes list',
    isWhole: (text) => isUuid(text) || !isHex(text),
    list: async function* (client, part) {
      for await (const { id, status, sandbox_spec_id: spec } of client.sandboxes({ id__contains: part, limit: 100 }))
        yield { id, name: `${status} ${spec}` };
    },
  },
  snapshot: {
    noun: 'snapshot',
    command: 'snapshots list',
    isWhole: isUuid,
    list: async function* ({ api }) {
      const found = everyItem((page) =>
        answerOf(api.GET('/api/v1/snapshots/search', { params: { query: { limit: 100, ...page } } })),
      );
      for await (const { id, name } of found) yield { id, name: name ?? '' };
    },
  },
  key: {
    noun: 'API key',
    command: 'keys list',
    isWhole: (text) => text.length >= 12,
    list: async function* ({ api }) {
      for (const { id, name } of await answerOf(api.GET('/api/keys'))) yield { id, name: name ?? '' };
    },
  },
  endpoint: {
    noun: 'webhook endpoint',
    command: 'webhooks list',
    isWhole: isUuid,
    list: async function* ({ api }) {
      for (const { id, url } of (await answerOf(api.GET('/api/v1/webhook-endpoints'))).items) yield { id, name: url };
    },
  },
  prebuild: {
    noun: 'prebuild',
    command: 'prebuilds list',
    isWhole: isUuid,
    list: async function* ({ api }) {
      for (const { id, repository } of (await answerOf(api.GET('/api/v1/prebuilds'))).items)
        yield { id, name: repository };
    },
  },
  message: {
    noun: 'message',
    command: 'webhooks messages ENDPOINT',
    isWhole: (text) => /^msg_\w{33}$/.test(text),
    list: async function* ({ api }, _, endpoint_id) {
      const path = '/api/v1/webhook-endpoints/{endpoint_id}/messages';
      const found = everyItem((page) =>
        answerOf(api.GET(path, { params: { path: { endpoint_id }, query: { limit: 100, ...page } } })),
      );
      let left = MESSAGES_SEARCHED;
      for await (const { id, type } of found) {
        yield { id, name: type };
        left -= 1;
        if (left === 0) return;
      }
    },
  },
};

/** The shortest part of an ID. */
const SHORTEST = 4;

/** How many candidates an ambiguous part names. */
const SHOWN = 10;

/** The beginning and the end that an ID must have: both for `01a214…6ef4a9`, or either. */
interface Part {
  readonly start: string;
  readonly end: string;
  readonly isEither: boolean;
}

/** An ID as the console shortens it. */
const SHORTENED = /^([\w.-]*)…([\w.-]*)$/;

function partOf(text: string): Part {
  const [, start, end] = SHORTENED.exec(text) ?? [];
  if (start !== undefined && end !== undefined) return { start, end, isEither: false };
  // A part of a UUID in its dashed form.
  const plain = /^[0-9a-f]{8}-[0-9a-f-]*$|^[0-9a-f-]*-[0-9a-f]{12}$/i.test(text) ? text.replaceAll('-', '') : text;
  return { start: plain, end: plain, isEither: true };
}

function fits(id: string, { start, end, isEither }: Part): boolean {
  const [begins, ends] = [id.startsWith(start), id.endsWith(end)];
  return isEither ? begins || ends : begins && ends && id.length >= start.length + end.length;
}

/** Whether the text is used as an ID without a search for it. */
export function isWholeId(kind: IdOf, text: string): boolean {
  return !text.includes('…') && (text.length < SHORTEST || listings[kind].isWhole(text));
}

/** Whether a text that names nothing as an ID can be a part of one: callers can choose IDs of conversations. */
export function mayBePart(kind: IdOf, text: string): boolean {
  return kind === 'conversation' && text.length >= SHORTEST && isWholeId(kind, text) && !isUuid(text);
}

/**
 * The ID that begins or ends with a text, or both with an ellipsis between them.
 *
 * @param endpointId of the endpoint of a message
 * @throws Failure for none; (usage) for several, or a text that is too short; ApiProblem
 */
export async function idOf(kind: IdOf, text: string, client: ServiceClient, endpointId = ''): Promise<string> {
  const { noun, command, list } = listings[kind];
  // UUIDs have lower case. The IDs of keys have both.
  const part = partOf(kind !== 'key' && /^[0-9a-f…-]+$/i.test(text) ? text.toLowerCase() : text);
  const longest = part.start.length >= part.end.length ? part.start : part.end;
  if (longest.length < SHORTEST)
    throw wrongUsage(`The ID "${oneLine(text)}" is too short.`, `Enter at least ${SHORTEST} characters of its end.`);
  const found: Candidate[] = [];
  for await (const candidate of list(client, longest, endpointId)) {
    if (candidate.id === text) return text;
    if (fits(candidate.id, part)) found.push(candidate);
    if (found.length > SHOWN) break;
  }
  const [only, ...others] = found;
  if (only === undefined)
    throw new Failure(
      `No ${noun} has an ID that begins or ends with "${oneLine(text)}".`,
      `List yours: acs ${command}`,
    );
  if (others.length > 0) throw ambiguous(noun, text, found);
  return only.id;
}

function ambiguous(noun: string, text: string, found: readonly Candidate[]): Failure {
  const lines = found.slice(0, SHOWN).map(({ id, name }) => `  ${oneLine(id)}  ${oneLine(name)}`.trimEnd());
  const rest = found.length > SHOWN ? ['  and more'] : [];
  return wrongUsage(
    `The ID "${oneLine(text)}" is ambiguous. Enter more characters of one of these ${noun}s:`,
    [...lines, ...rest].join('\n'),
  );
}
