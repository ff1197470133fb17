import type * as z from 'zod';
import type { ErrorCode } from '../errors.ts';

/** Who calls, as the authorizer found it in the API key. */
export interface Caller {
  readonly ownerId: string;
  readonly keyId: string;
  readonly keyName: string | null;
  /** Which header carried the key: legacy creation records calls by `Authorization: Bearer` as made by a program. */
  readonly scheme: 'bearer' | 'session-header';
}

/** The request itself, for the few operations that need more than their validated input. */
export interface RequestContext {
  readonly requestId: string;
  /** Where this API is reached, without a trailing slash. */
  readonly baseUrl: string;
  /** How many milliseconds are left until the function is ended; absent where nothing ends it. */
  readonly timeLeft?: () => number;
}

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
  /** `key`: the authorizer runs first. `open`: anybody may call. */
  readonly access: 'key' | 'open';
  /** Legacy endpoints answer with deprecation headers and with `message` in their errors. */
  readonly generation: 'legacy' | 'v1' | 'service';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How bad fields are answered where clients know them as a 400 and not as a 422. */
  readonly invalidCode?: 'malformed_request';
  /** `form`: the body comes as HTML forms and OAuth clients send it; JSON with the same fields is taken too. Without it, JSON. */
  readonly bodyFormat?: 'json' | 'form';
  readonly success: {
    readonly status: number;
    readonly body: z.ZodType;
    readonly contentType?: 'application/json' | 'text/plain' | 'text/html; charset=utf-8';
    /** What this answer carries besides the headers of every answer. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** What the operation itself may answer; validation, authentication and server errors go without saying. */
  readonly errors: readonly ErrorCode[];
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
  readonly caller: E['access'] extends 'key' ? Caller : undefined;
  readonly request: RequestContext;
}

/** What an operation returns, before the response schema has parsed it. */
export type Output<E extends Endpoint> = z.input<E['success']['body']>;

/** An endpoint with the code that answers it. */
export interface Operation<E extends Endpoint, D> {
  readonly endpoint: E;
  readonly run: (input: Input<E>, deps: D) => Promise<Output<E>>;
}

/** Binds code to an endpoint; the compiler checks input and answer against the contract. */
export function implement<E extends Endpoint, D>(
  endpoint: E,
  run: (input: Input<E>, deps: D) => Promise<Output<E>>,
): Operation<E, D> {
  return { endpoint, run };
}
