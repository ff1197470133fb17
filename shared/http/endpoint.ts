import type * as z from 'zod';
import type { Part } from '../aws/transact.ts';
import type { ErrorCode } from '../errors.ts';
import type { RateState } from '../rate-limits/rate-limit.ts';
import type { Scope } from './scopes.ts';

/** Who calls, as the authorizer found it in the API key. */
export interface Caller {
  readonly ownerId: string;
  readonly keyId: string;
  readonly keyName: string | null;
  /** Which header carried the key: legacy creation records calls by `Authorization: Bearer` as made by a program. */
  readonly scheme: 'bearer' | 'session-header';
  /** What the key may do (`holds`). */
  readonly scopes: readonly Scope[];
  readonly limits: KeyLimits;
}

/** The limits of one key, within those of its owner; null where it has none of its own. */
export interface KeyLimits {
  /** Sandboxes at once. */
  readonly sandboxLimit: number | null;
  readonly requestsPerMinute: number | null;
  /** In US dollars, per calendar month (UTC). */
  readonly monthlyBudgetUsd: number | null;
  /** Hours of running sandboxes, per calendar month (UTC). */
  readonly monthlySandboxHours: number | null;
}

/** Who calls an endpoint for sandboxes: nobody has looked at the key yet, the operation has to (`authenticateSandbox`). */
export interface SandboxCaller {
  readonly sessionKey: string | null;
}

/** The request itself, for the few operations that need more than their validated input. */
export interface RequestContext {
  readonly requestId: string;
  /** Where this API is reached, without a trailing slash. */
  readonly baseUrl: string;
  /** The header X-Session-API-Key as it was sent, whatever it holds: a sandbox's own key, or the API key of the caller. */
  readonly sessionKey: string | null;
  /** The header X-Access-Token as it was sent. */
  readonly accessToken: string | null;
  /** The address that called, as API Gateway saw it. */
  readonly sourceIp: string | null;
  /** The header User-Agent, cut to 500 characters. */
  readonly userAgent: string | null;
  /** The header traceparent (W3C Trace Context) where it is well-formed. */
  readonly traceparent: string | null;
  /** The header Accept as it was sent. */
  readonly accept?: string | undefined;
  /** Under which name the calls of the key are counted, and how far their limit is used; absent where no key is asked for. */
  readonly calls?: { readonly key: string; readonly rate: RateState };
  /** How many milliseconds are left until the function is ended; absent where nothing ends it. */
  readonly timeLeft?: () => number;
}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * An endpoint as data. Route, validation, types, OpenAPI, the local server and the permissions table derive from it, so that none can disagree.
 * It holds schemas and nothing that runs.
 */
export interface Endpoint {
  /** Also the file name, the construct id, the OpenAPI operationId and the log's service name. */
  readonly id: string;
  readonly area: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** `key`: the authorizer runs first. `open`: anybody may call. `sandbox`: the operation itself checks the session key of a sandbox. */
  readonly access: 'key' | 'open' | 'sandbox';
  /** What a key needs to call this (with `access: 'key'`, always set); `any`: every key that works may. Constant answers are `any`, as no code of ours looks at them. */
  readonly scope?: Scope | 'any';
  /** Legacy endpoints answer with deprecation headers and with `message` in their errors. */
  readonly generation: 'legacy' | 'v1' | 'service';
  /** What takes the place of a legacy endpoint, by its path in the current generation; every legacy endpoint has this or the next one. */
  readonly successor?: `/api/${string}`;
  /** Why nothing does, in a sentence for people. */
  readonly noSuccessor?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How bad fields are answered where clients know them as a 400 and not as a 422. */
  readonly invalidCode?: 'malformed_request';
  /** `form`: the body comes as HTML forms and OAuth clients send it; JSON with the same fields is taken too. Without it, JSON. */
  readonly bodyFormat?: 'json' | 'form';
  /** How many bytes the body may have, where that is not what others may. */
  readonly maxBodyBytes?: number;
  /** How deep the body may nest where it is kept as text, and not as others may. No row has to hold its numbers and names then. */
  readonly maxBodyDepth?: number;
  /** The one answer that there ever is: API Gateway gives it by itself, whatever the parameters are. No code belongs to such an endpoint, and no permission. */
  readonly constant?: JsonValue;
  /** The operation gives its answer piece by piece (`serveStream`), and clients get each piece at once; `success.body` tells what the pieces make together. */
  readonly stream?: true;
  /**
   * An Idempotency-Key makes sending this twice as good as once. `true`: the operation adds `request.claim` to the transaction that creates or starts something.
   * `lease`: the effect is outside of our tables; the key is taken before it, and the answer is kept after it.
   */
  readonly idempotent?: true | 'lease';
  readonly success: {
    readonly status: number;
    readonly body: z.ZodType;
    /** Bytes, such as an archive, are streamed as well (`serveStream`): whole answers of API Gateway are text, unless a client asks for bytes by name. */
    readonly contentType?: TextType | 'application/zip';
    /** What the answer is where the operation gives a text in the place of what `body` describes, because the caller asked for it. */
    readonly textType?: 'text/csv; charset=utf-8';
    /** What this answer carries besides the headers of every answer. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** What the operation itself may answer; validation, authentication and server errors go without saying. */
  readonly errors: readonly ErrorCode[];
}

type TextType = 'application/json' | 'text/plain' | 'text/html; charset=utf-8';

/** An endpoint whose answer is one text. */
export interface WholeEndpoint extends Endpoint {
  readonly stream?: never;
  readonly success: Endpoint['success'] & { readonly contentType?: TextType };
}

/** Whether an endpoint answers piece by piece or in bytes. */
export function isStreamed({ stream, success }: Endpoint): boolean {
  return stream === true || success.contentType === 'application/zip';
}

/** Keeps the literal types of an endpoint, which its handler and the route table are checked against. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What an operation gets: everything validated, nothing raw. */
export interface Input<E extends Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly caller: E['access'] extends 'key' ? Caller : E['access'] extends 'sandbox' ? SandboxCaller : undefined;
  readonly request: RequestContext & Idempotent<E>;
}

/** What a request with an Idempotency-Key brings along. */
export interface Idempotent<E extends Endpoint> {
  /**
   * Makes what is to be written first in the transaction that creates or starts something: the key, with the answer that will be given. Nothing without a key. What
   * a try claimed that wrote nothing is as if it had never been.
   */
  readonly claim: (result: z.input<E['success']['body']>) => Promise<readonly Part[]>;
  /** When the same request was first tried, where that try came to no answer and may have had an effect: look before doing it again. */
  readonly triedAt: string | null;
}

/** What an operation returns, before the response schema has parsed it. Pieces leave as they are. */
export type Output<E extends Endpoint> = E extends { readonly stream: true }
  ? AsyncIterable<string | Uint8Array>
  : z.input<E['success']['body']> | (E['success'] extends { readonly textType: string } ? string : never);

/** An endpoint with the code that answers it. */
export interface Operation<E extends Endpoint, D> {
  readonly endpoint: E;
  readonly run: (input: Input<E>, deps: D) => Promise<Output<E>>;
  /** Makes the answer of a request that was done before from what was kept of it, where that is not the answer itself. */
  readonly replay?: (kept: z.output<E['success']['body']>, input: Input<E>, deps: D) => Promise<Output<E>>;
}

/** Binds code to an endpoint; the compiler checks input and answer against the contract. */
export function implement<E extends Endpoint, D>(
  endpoint: E,
  run: (input: Input<E>, deps: D) => Promise<Output<E>>,
  replay?: Operation<E, D>['replay'],
): Operation<E, D> {
  return { endpoint, run, ...(replay ? { replay } : {}) };
}
