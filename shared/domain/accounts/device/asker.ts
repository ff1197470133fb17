import type { RequestOrigin } from '../../../contract/endpoint/caller.ts';
import type { Asker } from './dynamo-device-codes.ts';

const MOST_CHARACTERS = 120;

/** What a person who approves a device reads of it. A program may claim any name, so it is one line of plain text. */
export function askerOf({ userAgent, sourceIp }: Pick<RequestOrigin, 'userAgent' | 'sourceIp'>): Asker {
  const program = userAgent
    ?.replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
  return { ...(program && { program }), ...(sourceIp !== null && { address: sourceIp }) };
}
