import type { Api, Method } from './api.ts';

/** A request as API Gateway sees it, after it dropped and added headers. */
export interface GatewayRequest {
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly method: string;
  /** The path as the client sent it, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly protocol: string;
  readonly receivedAt: Date;
}

/** One request on its way: what is known of it grows as it is routed and authorised. */
export interface Exchange {
  readonly api: Api;
  readonly request: GatewayRequest;
  match?: { readonly method: Method; readonly pathParameters: Readonly<Record<string, string>> };
  /** What handlers find in `requestContext.authorizer`. */
  authorizer?: Readonly<Record<string, unknown>>;
}

/** An answer on its way to the client. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** An answer whose body is still to come when its head is sent. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Answer['headers'];
  /** Breaks off with an error when the rest will never come. */
  readonly pieces: AsyncIterable<Buffer>;
}

/** The last value of a header, its name in any case. */
export function headerOf(headers: GatewayRequest['headers'], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.findLast(([candidate]) => candidate.toLowerCase() === wanted)?.[1];
}

/** The last value of a query parameter. */
export function queryValueOf(request: GatewayRequest, name: string): string | undefined {
  return request.query.findLast(([candidate]) => candidate === name)?.[1];
}
