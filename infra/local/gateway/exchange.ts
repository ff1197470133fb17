import type { Api, Method } from './api.ts';

/** A request as API Gateway sees it, after it has dropped and added headers. */
export interface GatewayRequest {
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly method: string;
  /** The path as sent, percent-encoded, without the query. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly protocol: string;
  readonly receivedAt: Date;
}

/** A request on its way through the gateway. Routing and authorisation add to it. */
export interface Exchange {
  readonly api: Api;
  readonly request: GatewayRequest;
  match?: { readonly method: Method; readonly pathParameters: Readonly<Record<string, string>> };
  /** The value of `requestContext.authorizer`. */
  authorizer?: Readonly<Record<string, unknown>>;
}

/** A response on its way to the client. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** A response whose body follows after its head. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Answer['headers'];
  /** Throws when the rest will never arrive. */
  readonly pieces: AsyncIterable<Buffer>;
}

/** The last value of a header, whatever the case of its name. */
export function headerOf(headers: GatewayRequest['headers'], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.findLast(([candidate]) => candidate.toLowerCase() === wanted)?.[1];
}

/** The last value of a query parameter. */
export function queryValueOf(request: GatewayRequest, name: string): string | undefined {
  return request.query.findLast(([candidate]) => candidate === name)?.[1];
}

/** Whether a content type, ignoring its parameters, matches a media type with `*`. */
export function matchesMediaType(pattern: string, contentType: string): boolean {
  const [actual = ''] = contentType.toLowerCase().split(';');
  const [wantedType, wantedSubtype = '*'] = pattern.toLowerCase().split('/');
  const [type = '', subtype = ''] = actual.trim().split('/');
  return (
    type !== '' && (wantedType === '*' || wantedType === type) && (wantedSubtype === '*' || wantedSubtype === subtype)
  );
}
