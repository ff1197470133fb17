import { createHash } from 'node:crypto';
import type { EventType, PING } from '../../../contract/shapes/integrator-event-types.ts';
import { log } from '../../../platform/log.ts';

/** An event on its way to its subscribers. */
export interface IntegratorMessage {
  readonly ownerId: string;
  readonly messageId: string;
  readonly type: EventType | typeof PING;
  readonly objectId: string;
  /** Sorts after those of earlier events of the object. */
  readonly sequence: string;
  /** The body as sent, byte for byte. */
  readonly body: string;
}

/** An event, and what identifies it. */
export interface Happening {
  readonly ownerId: string;
  readonly type: IntegratorMessage['type'];
  readonly objectId: string;
  /** The same for each repetition of the event, and for no other event of this owner. */
  readonly identity: string;
  readonly sequence: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** No message is longer than this, in bytes: receivers read the rest from the API. */
const MAX_BYTES = 20_000;

export function messageOf(happening: Happening): IntegratorMessage {
  const { ownerId, type, objectId, sequence, at, data } = happening;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const isShort = Buffer.byteLength(body) <= MAX_BYTES;
  if (!isShort) log.error('integrator event is too long', { owner_id: ownerId, type, object_id: objectId });
  const short = isShort ? body : JSON.stringify({ type, timestamp: at.toISOString(), data: { id: objectId } });
  return { ownerId, messageId: messageId(happening), type, objectId, sequence, body: short };
}

/** Ids sort by the time of the event, and are the same each time. */
function messageId({ ownerId, type, objectId, identity, at }: Happening): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(JSON.stringify([ownerId, type, objectId, identity]));
  return `msg_${time}${hash.digest('hex').slice(0, 20)}`;
}
