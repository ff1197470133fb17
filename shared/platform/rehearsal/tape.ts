/**
 * One request as a function answered it once, and what the services it called answered: INIT plays it, so that a
 * person's request is never the first one. Recorded by `npm run tapes`; nothing in it is of any deployment.
 */
export interface Tape {
  /** When it was recorded: rows hold deadlines and leases, and playing takes the same path at this time alone. */
  readonly at: string;
  /** The Lambda event. */
  readonly event: unknown;
  /** In the order in which the function began them. */
  readonly exchanges: readonly Exchange[];
}

/** A call and its answer. */
export interface Exchange {
  /** What was called, as `callOf` names it. */
  readonly call: string;
  /** What was asked for, as `askedOf` cuts it: it tells calls of one kind apart that are made at one time. */
  readonly asked?: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or base64 where `isBase64` says so. */
  readonly body: string;
  readonly isBase64?: boolean;
}

/** A tape from its text, in which `${SANDBOXES_TABLE}` stands for what the variable holds here. */
export function tapeFrom(text: string, variableOf: (name: string) => string | undefined): Tape {
  return JSON.parse(text.replaceAll(/\$\{(\w+)\}/g, (whole, name) => variableOf(name) ?? whole));
}

export interface Request {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** `DynamoDB_20120810.GetItem` in AWS's JSON protocols, `CopySnapshot` in EC2's query protocol, else `GET /alive`. */
export function callOf({ method, path, headers, body }: Request): string {
  const target = headers['x-amz-target'] ?? headers['X-Amz-Target'];
  if (target !== undefined) return target;
  const action = typeof body === 'string' ? /(?:^|&)Action=(\w+)/.exec(body)?.[1] : undefined;
  return action ?? `${method} ${path}`;
}

/** The keys and the conditions of a call stand at its beginning. */
export const ASKED_LENGTH = 600;

/** @returns undefined for what is no call of AWS in JSON */
export function askedOf({ headers, body }: Request): string | undefined {
  if ((headers['x-amz-target'] ?? headers['X-Amz-Target']) === undefined) return undefined;
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  return typeof text === 'string' ? text.slice(0, ASKED_LENGTH) : undefined;
}
