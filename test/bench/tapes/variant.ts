import { createHash } from 'node:crypto';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { codedEndpoints } from '../../../shared/contract/index.ts';
import type { Exchange, Tape } from '../../../shared/platform/rehearsal/tape.ts';

const ID = /\b(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g;

const WRITTEN = /("updated_at":\{"S":"[\d:T-]+\.)\d{3}(Z")/g;

/** Digits of an id that differ: the others say when it was made. */
const CHANGED = 8;

/** What clients ask for with an API key: the rest is signed for ids of its sandbox. */
const ofClients = new Set<string>(
  (codedEndpoints as readonly Endpoint[]).filter(({ access }) => access === 'key').map(({ id }) => id),
);

/**
 * A tape of the same request with other ids, in all its parts alike, so that no memory of what INIT played or of an
 * earlier call helps. An owner keeps their name where a secret is sealed or an organization's id made of it. Workers
 * and agents get the very tape: keys, tasks and disks bear signs that are made of ids.
 */
export function variantOf(functionId: string, tape: Tape, number: number): Tape {
  if (!ofClients.has(functionId)) return tape;
  const text = JSON.stringify(tape);
  const organization = /"org_id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  const renamed = text.replaceAll(ID, (id) => (id === organization ? id : otherId(id, number)));
  const isBound = organization !== undefined || text.includes('TrentService.');
  const owner = isBound ? undefined : /\be2e-[0-9a-f]{10}\b/.exec(text)?.[0];
  const other = owner === undefined ? renamed : renamed.replaceAll(owner, `${owner.slice(0, -2)}${twoOf(number)}`);
  const variant: Tape = JSON.parse(other);
  return { ...variant, exchanges: variant.exchanges.map((exchange) => withOtherTokens(exchange, number)) };
}

/** Where owners keep their names, tokens are written at other times: answers of git hosts are kept for one token. */
function withOtherTokens(exchange: Exchange, number: number): Exchange {
  if (!exchange.body.includes('"secret_key":{"S":"git/')) return exchange;
  const body = exchange.body.replaceAll(WRITTEN, (_, until, zone) => `${until}${number}${twoOf(number)}${zone}`);
  return { ...exchange, body };
}

function otherId(id: string, number: number): string {
  const digits = createHash('sha256').update(`${id}/${number}`).digest('hex');
  return `${id.slice(0, -CHANGED)}${digits.slice(0, CHANGED)}`;
}

const twoOf = (number: number) => String(number % 100).padStart(2, '0');
