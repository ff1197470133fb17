import type * as z from 'zod';
import type { NamedKind } from '../shapes/named-kind.ts';
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

/** An endpoint as data. Route, validation, types, OpenAPI and permissions derive from it. */
export interface Endpoint {
  /** Also the file name, construct id, OpenAPI operationId and service name in logs. */
  readonly id: string;
  /** Also the name of the files and folders that hold the endpoint's contract, code and permissions. */
  readonly area: Area;
  /** The section of the reference and the contract file, if the area has several. */
  readonly tag?: Tag;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /**
   * `key`: an API key or the token of a member, checked by the authorizer. `person`: a token, also of a person who is a
   * member of no owner. `open`: no credential. `sandbox`: a session key, checked before the body.
   */
  readonly access: 'key' | 'person' | 'open' | 'sandbox';
  /** With `access: 'sandbox'`: the credential is the model key of a conversation, in the headers of model providers. */
  readonly modelKey?: true;
  /** With `access: 'person'`: also accepts API keys, for which `caller` is undefined. */
  readonly acceptsKeys?: true;
  /** The scope that a key needs; `any`: none. Always set with `access: 'key'`. */
  readonly scope?: Scope | 'any';
  /** Legacy endpoints send deprecation headers, and `message` in their errors. */
  readonly generation: 'legacy' | 'v1' | 'service';
  /** The path that replaces a legacy endpoint. Each legacy endpoint has this or the next field. */
  readonly successor?: `/api/${string}`;
  /** What to use instead, as a sentence. */
  readonly noSuccessor?: string;
  /** What fields name whose names do not tell (`namedFields`). */
  readonly names?: Readonly<Record<string, NamedKind>>;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Fields of other services that the body does not have, each with what to do instead. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** For clients that expect 400 instead of 422 for invalid fields. */
  readonly invalidCode?: 'malformed_request';
  /**
   * The format of failures that is not problem details. `oauth`: the one that OAuth clients read (RFC 6749, section
   * 5.2). `json-rpc`: JSON-RPC errors; `openai` and `anthropic`: those of model providers. Operations with one of the
   * last three also choose the status of their response.
   */
  readonly failures?: 'oauth' | 'json-rpc' | 'openai' | 'anthropic';
  /**
   * `form`: accepts HTML forms, which OAuth clients send, in addition to JSON. `bytes`: accepts only
   * `application/octet-stream`, which the operation gets as a `Buffer`. `signed`: JSON of another service, whose bytes
   * the operation gets, as they are signed.
   */
  readonly bodyFormat?: 'json' | 'form' | 'bytes' | 'signed';
  /** The size limit of the body in bytes, if it differs from the default. */
  readonly maxBodyBytes?: number;
  /** The nesting limit of a body that is stored as text, which can be deeper than that of a row. */
  readonly maxBodyDepth?: number;
  /** The maximum number of members and elements, if it differs from the default. */
  readonly maxBodyValues?: number;
  /** A constant response that API Gateway returns: the endpoint has no function and no rights. */
  readonly constant?: JsonValue;
  /** The operation streams its response (`serveStream`). `success.body` describes the whole response. */
  readonly stream?: true;
  /** The function's time and memory, if the defaults of `infra/stacks/functions-stack.ts` do not suffice. */
  readonly needs?: FunctionNeeds;
  /**
   * Accepts an Idempotency-Key. `true`: the operation adds `request.claim` to its transaction. `lease`: for an effect
   * outside the service's tables, the key is claimed before it, and the response is stored after it. `sealed`: as
   * `true`, for a response that contains a new secret. Its copy is sealed (`sealedClaimDeps`), and only the same API
   * key can read it. `own`: no claim is stored, as the operation derives the id of its effect from the key.
   */
  readonly idempotent?: true | 'lease' | 'sealed' | 'own';
  /** Responses contain the object's revision in `ETag`. A change with `If-Match` fails at any other revision. */
  readonly revised?: true;
  /** The operation itself compares `If-Match` and `If-None-Match` (`request.conditions`). */
  readonly conditional?: true;
  /** The operation can return a part of its stream for `Range`, with status 206 (`Content`). */
  readonly ranges?: true;
  readonly success: {
    /** With 204, the response has no body (`noContent`). */
    readonly status: number;
    readonly body: z.ZodType;
    /** Binary content is streamed: API Gateway sends other responses as text unless Accept names the type. */
    readonly contentType?: TextType | BinaryType;
    /** The content type if the operation can return text instead of `body`. */
    readonly textType?: 'text/csv; charset=utf-8';
    /** The data of each server-sent event, if the operation can stream such events (`stream`) instead of `body`. */
    readonly events?: z.ZodType;
    /** Additional headers of this response. */
    readonly headers?: Readonly<Record<string, string>>;
    /** `shared`: any cache can store the response for minutes. `own`: the caller's cache, with revalidation. */
    readonly cache?: 'shared' | 'own';
    /** The path of the created object, with fields of the response, the path and the body. */
    readonly location?: `/${string}`;
    /** Headers of some of these responses; the operation adds them (`WithHeaders`). */
    readonly optionalHeaders?: readonly 'Retry-After'[];
  };
  /**
   * Refusals of requests that satisfy the schemas, each as a clause. By the `type` in `errors[]`, or by the error code
   * if no field is named. Refusals of page ids are implied.
   */
  readonly refusals?: Readonly<Record<string, string>>;
  /** The operation's own errors, in addition to those of validation, authentication and the server. */
  readonly errors: readonly ErrorCode[];
}

/** The needs of an endpoint's Lambda function. */
export interface FunctionNeeds {
  /** In seconds. API Gateway waits 29 s for a response and for each chunk of a stream; Lambda allows 900 s. */
  readonly timeoutSeconds?: number;
  /** In MB, as Lambda counts it. The share of CPU grows with it. */
  readonly memoryMegabytes?: number;
}

type BinaryType = 'application/zip' | 'application/octet-stream';
type TextType = 'application/json' | 'text/plain' | 'text/csv; charset=utf-8' | 'text/html; charset=utf-8';

/** Whether the authorizer runs before the endpoint. */
export function isAuthorized({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'key' || access === 'person';
}

/** An endpoint that returns its response as one text. */
export interface WholeEndpoint extends Endpoint {
  readonly stream?: never;
  readonly success: Endpoint['success'] & { readonly contentType?: TextType };
}

/** Whether an endpoint streams its response or returns bytes. */
export function isStreamed({ stream, success }: Endpoint): boolean {
  return stream === true || isBinary(success);
}

/** Whether the response is bytes, which no schema describes. */
export function isBinary({ contentType }: Pick<Endpoint['success'], 'contentType'>): boolean {
  return contentType === 'application/zip' || contentType === 'application/octet-stream';
}

/** Whether HEAD is supported. It is not for streams, whose status is known only after the first chunk. */
export function answersHead(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' && !isStreamed(endpoint);
}

/** The methods of a path with these endpoints. */
export function methodsOf(endpoints: readonly Endpoint[]): readonly string[] {
  return endpoints.flatMap((endpoint) => (answersHead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method]));
}

/**
 * Keeps the literal types of an endpoint, against which its handler and the route table are checked. Takes a function,
 * so that a bundle can leave out the other endpoints of the file.
 */
export function defineEndpoint<const E extends Endpoint>(describe: () => E): E {
  return describe();
}
