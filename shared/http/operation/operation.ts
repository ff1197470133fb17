import type * as z from 'zod';
import type { Caller, RequestOrigin, SignedIn } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { ModelCaller } from '../../domain/broker/keys/model-caller.ts';
import type { SandboxClaim } from '../../domain/sandboxes/agent/authenticate-sandbox.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import type { ClaimParts } from '../../platform/aws/transact.ts';
import type { FailureFormat } from '../answers/failure-format.ts';
import type { RateState } from '../rate-limits/rate-limit.ts';
import type { BodyReader } from './body-reader.ts';

/** The request, for operations that need more than their validated input. */
export interface RequestContext extends RequestOrigin {
  /** The header X-Session-API-Key: the key of a sandbox, or the API key of the caller. */
  readonly sessionKey: string | null;
  /** The header X-Access-Token. */
  readonly accessToken: string | null;
  /** The header traceparent (W3C Trace Context) if it is valid. */
  readonly traceparent: string | null;
  /** The header Accept. */
  readonly accept?: string | undefined;
  /** The header Content-Type. */
  readonly contentType?: string | undefined;
  /** All headers by their names in lower case, for a protocol with headers of its own. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Whether it is like Agent Canvas's pauses and resumes: `Origin` and `X-Org-Id`, no client, no Idempotency-Key. */
  readonly isOfCanvas?: boolean;
  /** The URL of the web console, without a trailing slash; absent without a console. From the stage, not the caller. */
  readonly consoleUrl?: string | undefined;
  /** The revisions in `If-Match`; absent without a condition. */
  readonly revisions?: readonly number[];
  /** The headers `If-Match`, `If-None-Match` and `Range`, for operations that evaluate them. */
  readonly conditions?: Conditions;
  /** The id of the API key's request count, and the state of its rate limit; absent without a key. */
  readonly calls?: { readonly key: string; readonly rate: RateState };
  /** The Idempotency-Key, for endpoints whose operation recognises repeated requests itself (`own`). */
  readonly ownKey?: string | undefined;
  /** The header Last-Event-ID, with which a client continues a stream of events. */
  readonly lastEventId?: string | undefined;
  /** Milliseconds until the function times out; absent without a timeout. */
  readonly timeLeft?: () => number;
}

/** Each as it was sent. */
export interface Conditions {
  readonly match?: string | undefined;
  readonly noneMatch?: string | undefined;
  readonly range?: string | undefined;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type CallerOf<E extends Pick<Endpoint, 'access' | 'acceptsKeys'>> = E['access'] extends 'key'
  ? Caller
  : E['access'] extends 'person'
    ? SignedIn | (E extends { readonly acceptsKeys: true } ? undefined : never)
    : E['access'] extends 'sandbox'
      ? SandboxCallerOf<E>
      : undefined;

/** The caller of an endpoint for sandboxes: a model key belongs to a conversation. */
type SandboxCallerOf<E> = E extends { readonly modelKey: true } ? ModelCaller : Sandbox;

/** The validated input of an operation. */
export interface Input<E extends Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly caller: CallerOf<E>;
  readonly request: RequestContext & Idempotent<E>;
}

/** What a request and its repetitions have in common. Ids that derive from it are the same in each. */
export interface RequestName {
  readonly name: string;
  /** The time of the first attempt. */
  readonly at: string;
}

/** The context of a request with an Idempotency-Key. */
export interface Idempotent<E extends Endpoint> {
  /**
   * Makes the first parts of the transaction that creates or starts something: the claim, with the future response.
   * Empty without a key. Claims that are not written have no effect.
   */
  readonly claim: ClaimParts<z.input<E['success']['body']>>;
  /** The time of an attempt without a response. It can have had an effect: check before repeating it. */
  readonly triedAt: string | null;
  /** Names this request and all its repetitions, for endpoints with a lease; absent without a key. */
  readonly once?: RequestName | undefined;
  /** The same name for endpoints without a lease, which do not record the time of the first attempt. */
  readonly name?: string | undefined;
}

/** The result of an operation, before the response schema parses it. Streams are not parsed. */
export type Output<E extends Endpoint> = E extends { readonly stream: true }
  ?
      | (E extends { readonly failures: 'json-rpc' | 'openai' | 'anthropic' }
          ? Content
          : AsyncIterable<string | Uint8Array>)
      | (E extends { readonly success: { readonly contentType: 'application/octet-stream' } } ? Content : never)
      | (E['success'] extends { readonly events: z.ZodType } ? JsonPieces | z.input<E['success']['body']> : never)
  :
      | z.input<E['success']['body']>
      | (E['success'] extends { readonly textType: string } ? string : never)
      | (E['success'] extends { readonly optionalHeaders: readonly (infer Name extends string)[] }
          ? WithHeaders<z.input<E['success']['body']>, Name>
          : never)
      | (E extends { readonly revised: true } ? Revised<z.input<E['success']['body']>> : never);

/** A stream with its status and headers (bytes, and `failures` of the contract). */
export class Content {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: AsyncIterable<string | Uint8Array>;

  constructor(status: number, headers: Readonly<Record<string, string>>, pieces: AsyncIterable<string | Uint8Array>) {
    this.status = status;
    this.headers = headers;
    this.pieces = pieces;
  }
}

/** The JSON of `success.body` as text that is made piece by piece, from an operation that can also stream events. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** A result with optional headers (`optionalHeaders` of the contract). */
export class WithHeaders<T, Name extends string> {
  readonly result: T;
  readonly headers: Readonly<Record<Name, string>>;

  constructor(result: T, headers: Readonly<Record<Name, string>>) {
    this.result = result;
    this.headers = headers;
  }
}

/** A result with its revision (`revised` of the contract). */
export class Revised<T> {
  readonly result: T;
  readonly revision: number;

  constructor(result: T, revision: number) {
    this.result = result;
    this.revision = revision;
  }
}

/** Finds the calling sandbox before the body is read. @throws AppError for any other caller */
export type AuthenticateSandbox<D, C = Sandbox> = (claim: SandboxClaim, deps: D) => Promise<C>;

/** An endpoint with its code. */
export interface Operation<E extends Endpoint, D> {
  readonly endpoint: E;
  readonly run: (input: Input<E>, deps: D) => Promise<Output<E>>;
  /** Runs before the body is read, on all endpoints for sandboxes. */
  readonly authenticate: E['access'] extends 'sandbox' ? AuthenticateSandbox<D, SandboxCallerOf<E>> : undefined;
  /** The format of failures, for endpoints with `failures`. */
  readonly failureFormat?: FailureFormat;
  /** Reads bodies that are not JSON, for endpoints with `bodyFormat`. */
  readonly readBody?: BodyReader;
  /** Rebuilds the response to a repeated request, if it differs from the stored one. */
  readonly replay?: (kept: z.output<E['success']['body']>, input: Input<E>, deps: D) => Promise<Output<E>>;
}

/** Binds code to an endpoint. The compiler checks input and output against the contract. */
export function implement<E extends Endpoint & { readonly access: 'key' | 'person' | 'open' }, D>(
  endpoint: E,
  run: (input: Input<E>, deps: D) => Promise<Output<E>>,
  replay?: Operation<E, D>['replay'],
): Operation<E, D> {
  return { endpoint, run, authenticate: undefined as Operation<E, D>['authenticate'], ...(replay ? { replay } : {}) };
}

/** An operation of an endpoint with `failures`. */
export function failingAs<E extends Endpoint & { readonly failures: string }, D>(
  failureFormat: FailureFormat,
  operation: Operation<E, D>,
): Operation<E, D> {
  return { ...operation, failureFormat };
}

/** An operation of an endpoint with `bodyFormat`. */
export function reading<E extends Endpoint & { readonly bodyFormat: string }, D>(
  readBody: BodyReader,
  operation: Operation<E, D>,
): Operation<E, D> {
  return { ...operation, readBody };
}

/** Binds code to an endpoint for sandboxes. `authenticate` finds the calling sandbox. */
export function implementForSandbox<E extends Endpoint & { readonly access: 'sandbox' }, D>(
  endpoint: E,
  authenticate: AuthenticateSandbox<D, SandboxCallerOf<E>>,
  run: (input: Input<E>, deps: D) => Promise<Output<E>>,
): Operation<E, D> {
  return { endpoint, run, authenticate: authenticate as Operation<E, D>['authenticate'] };
}
