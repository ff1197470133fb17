import type * as z from 'zod';
import type { Caller, RequestOrigin } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { SandboxClaim } from '../../domain/sandboxes/agent/authenticate-sandbox.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import type { ClaimParts } from '../../platform/aws/transact.ts';
import type { RateState } from '../rate-limits/rate-limit.ts';

/** The request itself, for the few operations that need more than their validated input. */
export interface RequestContext extends RequestOrigin {
  /** The header X-Session-API-Key as it was sent: a sandbox's own key, or the API key of the caller. */
  readonly sessionKey: string | null;
  /** The header X-Access-Token as it was sent. */
  readonly accessToken: string | null;
  /** The header traceparent (W3C Trace Context) where it is well-formed. */
  readonly traceparent: string | null;
  /** The header Accept as it was sent. */
  readonly accept?: string | undefined;
  /** The revisions that a change is for, by `If-Match`; absent where the caller sets no condition. */
  readonly revisions?: readonly number[];
  /** The name of the key's calls and the state of its limit; absent where no key is asked for. */
  readonly calls?: { readonly key: string; readonly rate: RateState };
  /** How many milliseconds are left until the function is ended; absent where nothing ends it. */
  readonly timeLeft?: () => number;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The validated input of an operation. */
export interface Input<E extends Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly caller: E['access'] extends 'key' ? Caller : E['access'] extends 'sandbox' ? Sandbox : undefined;
  readonly request: RequestContext & Idempotent<E>;
}

/** The context of a request with an Idempotency-Key. */
export interface Idempotent<E extends Endpoint> {
  /**
   * Makes the first parts of the transaction that creates or starts something: the key, with the future answer. Empty
   * without a key. Claims of a try that wrote nothing have no effect.
   */
  readonly claim: ClaimParts<z.input<E['success']['body']>>;
  /** When a try without an answer may have had an effect: check before repeating it. */
  readonly triedAt: string | null;
}

/** The result of an operation, before the response schema has parsed it. Streamed pieces are not parsed. */
export type Output<E extends Endpoint> = E extends { readonly stream: true }
  ? AsyncIterable<string | Uint8Array>
  :
      | z.input<E['success']['body']>
      | (E['success'] extends { readonly textType: string } ? string : never)
      | (E['success'] extends { readonly optionalHeaders: readonly (infer Name extends string)[] }
          ? WithHeaders<z.input<E['success']['body']>, Name>
          : never)
      | (E extends { readonly revised: true } ? Revised<z.input<E['success']['body']>> : never);

/** A result with headers that not every answer of its endpoint has (`optionalHeaders` of the contract). */
export class WithHeaders<T, Name extends string> {
  readonly result: T;
  readonly headers: Readonly<Record<Name, string>>;

  constructor(result: T, headers: Readonly<Record<Name, string>>) {
    this.result = result;
    this.headers = headers;
  }
}

/** A result with the revision of what it shows (`revised` of the contract). */
export class Revised<T> {
  readonly result: T;
  readonly revision: number;

  constructor(result: T, revision: number) {
    this.result = result;
    this.revision = revision;
  }
}

/** Finds the calling sandbox from the head of a request alone. @throws AppError for any other caller */
export type AuthenticateSandbox<D> = (claim: SandboxClaim, deps: D) => Promise<Sandbox>;

/** An endpoint with the code that answers it. */
export interface Operation<E extends Endpoint, D> {
  readonly endpoint: E;
  readonly run: (input: Input<E>, deps: D) => Promise<Output<E>>;
  /** Runs before the body is read, on every endpoint for sandboxes. */
  readonly authenticate: E['access'] extends 'sandbox' ? AuthenticateSandbox<D> : undefined;
  /** Rebuilds the answer of a repeated request from the stored one, where it differs from that. */
  readonly replay?: (kept: z.output<E['success']['body']>, input: Input<E>, deps: D) => Promise<Output<E>>;
}

/** Binds code to an endpoint; the compiler checks input and answer against the contract. */
export function implement<E extends Endpoint & { readonly access: 'key' | 'open' }, D>(
  endpoint: E,
  run: (input: Input<E>, deps: D) => Promise<Output<E>>,
  replay?: Operation<E, D>['replay'],
): Operation<E, D> {
  return { endpoint, run, authenticate: undefined as Operation<E, D>['authenticate'], ...(replay ? { replay } : {}) };
}

/** The same for an endpoint for sandboxes, whose caller is the sandbox that `authenticate` found. */
export function implementForSandbox<E extends Endpoint & { readonly access: 'sandbox' }, D>(
  endpoint: E,
  authenticate: AuthenticateSandbox<D>,
  run: (input: Input<E>, deps: D) => Promise<Output<E>>,
): Operation<E, D> {
  return { endpoint, run, authenticate: authenticate as Operation<E, D>['authenticate'] };
}
