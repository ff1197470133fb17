import { createHash } from 'node:crypto';

/** Prefix of message ids. The keys of other rows do not begin with it. */
export const MESSAGE_PREFIX = 'msg_';

/** Above every message id, and below the keys of no message. */
export const MESSAGES_END = `${MESSAGE_PREFIX}~`;

/** Digits in base 36 of a time in milliseconds, of the end of a stream's sequence number, and of an index. */
const TIME_DIGITS = 9;
const NUMBER_DIGITS = 12;
const INDEX_DIGITS = 2;

/** Tells apart the messages of different tables and objects at the same time. */
const HASH_DIGITS = 10;

interface LoggedEvent {
  readonly at: Date;
  /** The sequence number in its stream: the order of events at the same time. None for events without a stream. */
  readonly number?: string;
  /** The index among the events of one change. */
  readonly index?: number;
  /** The same for each repetition of the event, and unique among all events. */
  readonly identity: readonly string[];
}

/** The id of a message. Deterministic; ids sort by time, then by the order of the changes. */
export function messageIdOf({ at, number = '0', index = 0, identity }: LoggedEvent): string {
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, HASH_DIGITS);
  const sequence = `${base36(BigInt(number), NUMBER_DIGITS)}${base36(BigInt(index), INDEX_DIGITS)}`;
  return `${firstIdOf(at)}${sequence}${hash}`;
}

/** A lower bound of the ids of messages from this time on. */
export function firstIdOf(at: Date): string {
  return `${MESSAGE_PREFIX}${base36(BigInt(Math.max(0, at.getTime())), TIME_DIGITS)}`;
}

function base36(number: bigint, digits: number): string {
  return number.toString(36).padStart(digits, '0').slice(-digits);
}
