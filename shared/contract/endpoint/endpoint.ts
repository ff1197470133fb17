import type * as z from 'zod';
import type { Scope } from '../shapes/scopes.ts';
import type { Area, Tag } from './areas.ts';
import type { ErrorCode } from './error-codes.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** An endpoint as data, from which route, validation, types, OpenAPI and permissions derive. Nothing in it runs. */
export interface Endpoint {
  /** Also the file name, the construct id, the OpenAPI operationId and the log's service name. */
  readonly id: string;
  /** Also the name of the files and folders that hold the endpoint's contract, code and permissions. */
  readonly area: Area;
  /** The section of the reference, and the contract file, where the area has more than its own. */
  readonly tag?: Tag;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** `key`: the authorizer runs first. `open`: no credential. `sandbox`: a session key is checked before the body. */
  readonly access: 'key' | 'open' | 'sandbox';
  /** The scope that a key needs; `any`: every valid key. Always set with `access: 'key'`. */
  readonly scope?: Scope | 'any';
  /** Legacy endpoints answer with deprecation headers and with `message` in their errors. */
  readonly generation: 'legacy' | 'v1' | 'service';
  /** The path that replaces a legacy endpoint; every legacy endpoint has this or the next field. */
  readonly successor?: `/api/${string}`;
  /** Why there is no successor, as a sentence for people. */
  readonly noSuccessor?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** For clients that expect 400 instead of 422 for invalid fields. */
  readonly invalidCode?: 'malformed_request';
  /** `oauth`: failures have the type and the fields that OAuth clients read (RFC 6749, section 5.2). */
  readonly failures?: 'oauth';
  /** `form`: takes HTML forms, as OAuth clients send them, besides JSON. */
  readonly bodyFormat?: 'json' | 'form';
  /** The size limit of the body in bytes, where it differs from the default. */
  readonly maxBodyBytes?: number;
  /** The nesting limit of a body that is stored as text, which can be deeper than a row. */
  readonly maxBodyDepth?: number;
  /** The maximum number of members and elements, where it differs from the default. */
  readonly maxBodyValues?: number;
  /** A constant response that API Gateway returns: the endpoint has no function and no rights. */
  readonly constant?: JsonValue;
  /** The operation streams its answer (`serveStream`) piece by piece; `success.body` describes the whole. */
  readonly stream?: true;
  /** The function's time and memory, where the defaults of `infra/stacks/functions-stack.ts` do not suffice. */
  readonly needs?: FunctionNeeds;
  /**
   * Repeating this with an Idempotency-Key has no second effect. `true`: the operation adds `request.claim` to the
   * transaction that creates or starts something. `lease`: the effect is outside of our tables; the key is claimed
   * before it, and the answer is stored after it. `sealed`: as `true`, and the answer shows a secret this once. Its
   * copy is sealed (`sealedClaimDeps`), and given to the same API key alone.
   */
  readonly idempotent?: true | 'lease' | 'sealed';
  /**
   * Answers name the revision of what they show in their `ETag`; a change takes `If-Match`, and is refused when there
   * is another revision by then.
   */
  readonly revised?: true;
  readonly success: {
    readonly status: number;
    readonly body: z.ZodType;
    /** Binary content is streamed: API Gateway sends whole answers as text unless Accept names the type. */
    readonly contentType?: TextType | 'application/zip';
    /** The content type where the operation, on request, answers with text in the place of `body`. */
    readonly textType?: 'text/csv; charset=utf-8';
    /** Additional headers of this response. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Who can cache the response: `shared`, any cache for minutes; `own`, the caller's cache, with revalidation. */
    readonly cache?: 'shared' | 'own';
    /** The path of the created object, from fields of the response, the path and the body. */
    readonly location?: `/${string}`;
    /** Headers of some of these responses; the operation adds them (`WithHeaders`). */
    readonly optionalHeaders?: readonly 'Retry-After'[];
  };
  /**
   * What the operation refuses although it satisfies the schemas, each in a sentence. By the `type` of the error in
   * `errors[]`, or by its code where it names no field. Page ids go without saying.
   */
  readonly refusals?: Readonly<Record<string, string>>;
  /** The operation's own errors, without those of validation, authentication and the server. */
  readonly errors: readonly ErrorCode[];
}

/** The needs of an endpoint's Lambda function. */
export interface FunctionNeeds {
  /** In seconds. API Gateway waits 29 s for a whole answer and for each piece of a stream; Lambda allows 900 s. */
  readonly timeoutSeconds?: number;
  /** In MB, as Lambda counts it. Its share of CPU grows with it. */
  readonly memoryMegabytes?: number;
}

type TextType = 'application/json' | 'text/plain' | 'text/html; charset=utf-8';

/** An endpoint whose answer is one text. */
export interface WholeEndpoint extends Endpoint {
  readonly stream?: never;
  readonly success: Endpoint['success'] & { readonly contentType?: TextType };
}

/** Whether an endpoint streams its response or returns bytes. */
export function isStreamed({ stream, success }: Endpoint): boolean {
  return stream === true || success.contentType === 'application/zip';
}

/** Whether HEAD is supported: not for streams, whose status is known only after a first piece. */
export function answersHead(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' && !isStreamed(endpoint);
}

/** The methods that a path of these endpoints takes, in the order of the contract. */
export function methodsOf(endpoints: readonly Endpoint[]): readonly string[] {
  return endpoints.flatMap((endpoint) => (answersHead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method]));
}

/**
 * Keeps the literal types of an endpoint, which its handler and the route table are checked against. The description
 * is a function, so that a bundle can leave out the endpoints of an area that it does not answer.
 */
export function defineEndpoint<const E extends Endpoint>(describe: () => E): E {
  return describe();
}
