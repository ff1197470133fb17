import type { RequestOrigin } from '../../../contract/endpoint/caller.ts';
import { knownScopes, type Scope } from '../../../contract/shapes/scopes.ts';
import type { DeviceRecord } from './codes.ts';

/** A program that asks for a key. It can claim any name, so people see its address too. */
export type DeviceProgram = Pick<DeviceRecord, 'program' | 'address' | 'client_name' | 'device_name'>;

interface Asked {
  readonly scope?: string | undefined;
  readonly client_name?: string | undefined;
  readonly device_name?: string | undefined;
}

const MOST_CHARACTERS = 120;

/** The program of a request for a code, as its row has it. */
export function deviceProgramOf(
  { userAgent, sourceIp }: Pick<RequestOrigin, 'userAgent' | 'sourceIp'>,
  { client_name, device_name, scope }: Asked = {},
): DeviceProgram & Pick<DeviceRecord, 'requested_scopes'> {
  const program = userAgent
    ?.replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
  const [client, device] = [client_name?.trim(), device_name?.trim()];
  return {
    ...(program && { program }),
    ...(sourceIp !== null && { address: sourceIp }),
    ...(client && { client_name: client }),
    ...(device && { device_name: device }),
    requested_scopes: [...scopesIn(scope ?? '')],
  };
}

/** The known scopes of a text. */
export function scopesIn(text: string): readonly Scope[] {
  return knownScopes(wordsOf(text));
}

export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The most UTF-16 units of a key's name. */
const LONGEST_NAME = 100;

/** The name of the key of a program: `acs on build-7`. */
export function keyNameOf({ client_name: client, device_name: device, program }: DeviceProgram): string {
  const name = client ?? `${productOf(program)}device login`;
  return cut(device === undefined ? name : `${name} on ${device}`);
}

/** The product of a user agent, such as `python-httpx`, before more words. Those of browsers say nothing. */
function productOf(userAgent = ''): string {
  const product = /^[\w.-]{1,40}(?=[/ ]|$)/.exec(userAgent)?.[0] ?? 'Mozilla';
  return product === 'Mozilla' ? '' : `${product} `;
}

/** At most the length of a name, never ending inside a surrogate pair. */
function cut(name: string): string {
  const text = name.slice(0, LONGEST_NAME);
  return (text.isWellFormed() ? text : text.slice(0, -1)).trim();
}
