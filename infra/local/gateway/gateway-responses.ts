import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../../../shared/contract/endpoint/error-codes.ts';
import { problem } from '../../../shared/http/answers/problem.ts';
import type { GatewayResponseSettings } from './api.ts';
import { type Answer, type Exchange, headerOf, matchesMediaType } from './exchange.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { type ContextValues, mappedValue, memberOf } from './mapping.ts';
import { requestContextOf } from './proxy-event.ts';

/** API Gateway's response to a failure for which the API configures none. */
const standardTemplates = { 'application/json': '{"message":$context.error.messageString}' };
/** ACCESS_DENIED spells its member differently. */
const accessDeniedTemplates = { 'application/json': '{"Message":$context.error.messageString}' };

/** The response to a failure in the gateway, as the API's gateway responses format it. */
export function answerToFailure(failure: GatewayFailure, exchange: Exchange): Answer {
  const { settings, status } = settingsFor(failure, exchange);
  const context = { ...requestContextOf(exchange), error: errorOf(failure) };
  const templates = Object.keys(settings?.templates ?? {}).length > 0 ? settings?.templates : undefined;
  const standard = failure.kind === 'ACCESS_DENIED' ? accessDeniedTemplates : standardTemplates;
  const [contentType, template] = chooseTemplate(templates ?? standard, exchange);
  const headers: [string, string][] = [['x-amzn-ErrorType', failure.errorType]];
  for (const [target, expression] of Object.entries(settings?.parameters ?? {})) {
    const value = mappedValue(expression, exchange, context);
    if (value !== undefined) headers.push([target.replace(/^gatewayresponse\.header\./, ''), value]);
  }
  if (headerOf(headers, 'content-type') === undefined) headers.push(['Content-Type', contentType]);
  const body = Buffer.from(fill(template, context, exchange.api.stageVariables ?? {}));
  return { status, headers, body };
}

/** The response for the kind of failure, or for its class, whose status applies to all its kinds. */
function settingsFor(
  failure: GatewayFailure,
  { api }: Exchange,
): { settings: GatewayResponseSettings | undefined; status: number } {
  const own = api.gatewayResponses.get(failure.kind);
  const settings = own ?? api.gatewayResponses.get(failure.status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  return { settings, status: settings?.status ?? failure.status };
}

function errorOf(failure: GatewayFailure): ContextValues {
  return {
    message: failure.publicMessage ?? undefined,
    messageString: failure.publicMessage === null ? 'null' : JSON.stringify(failure.publicMessage),
    responseType: failure.kind,
  };
}

/** The template for a type that the client accepts, otherwise for JSON, otherwise the first. */
function chooseTemplate(templates: Readonly<Record<string, string>>, { request }: Exchange): readonly [string, string] {
  const entries = Object.entries(templates);
  const accept = headerOf(request.headers, 'accept') ?? '';
  const accepted = accept.split(',').map((type) => type.trim());
  return (
    entries.find(([type]) => accepted.some((candidate) => candidate === type)) ??
    entries.find(([type]) => matchesMediaType(type, 'application/json')) ??
    entries[0] ?? ['application/json', '']
  );
}

const variables =
  /\$\{(?<inBraces>(?:context|stageVariables)(?:\.\w+)+)\}|\$(?<bare>(?:context|stageVariables)(?:\.\w+)+)/g;

/** Gateway responses have variables but no directives. A variable without a value renders as nothing. */
function fill(template: string, context: ContextValues, stageVariables: ContextValues): string {
  return template.replace(variables, (_match, inBraces: string | undefined, bare: string | undefined) => {
    const value = memberOf({ context, stageVariables }, inBraces ?? bare ?? '');
    return value === undefined || value === null ? '' : String(value);
  });
}

/** A request that is refused before it reaches the API. API Gateway has such refusals, too, with texts of its own. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: ErrorCode;
  /** Of a body that is the bare text, without the API's headers; undefined for a problem. */
  readonly textType: string | undefined;

  /** @param detail one sentence for the caller */
  constructor(status: number, code: ErrorCode, detail: string, textType?: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.textType = textType;
  }
}

/** For a Host header that is missing, repeated, or not a name of this machine. */
export function refusalOfHost(hosts: readonly string[]): Refusal {
  const [host, ...others] = hosts;
  if (host === undefined || others.length > 0) {
    return new Refusal(400, 'malformed_request', 'send the Host header exactly once, with the address of this service');
  }
  return new Refusal(
    403,
    'forbidden',
    'the Host header is not a name of this machine; use http://127.0.0.1 with the port, or start the service with ' +
      '--allow-host and the name',
  );
}

/** For the CONNECT method. */
export const refusalOfTunnel = new Refusal(
  400,
  'malformed_request',
  'this service is not a proxy and does not support CONNECT; send the request itself',
);

/** For bytes that Node cannot parse as a request, by the code of its error. */
export function refusalOfBytes(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal(431, 'malformed_request', 'the URL and the headers are larger than 16 KB together; send less');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refusal(413, 'payload_too_large', 'the extensions of a chunk are too large; send chunks without any');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal(408, 'malformed_request', 'the request was not complete in time; send it again');
    default:
      return new Refusal(400, 'malformed_request', 'the request is not valid HTTP/1.1; send it with an HTTP client');
  }
}

/** Has the headers of the API's own errors and a more specific text. */
export function answerToRefusal({ status, code, message, textType }: Refusal, exchange: Exchange): Answer {
  if (textType !== undefined) return { status, headers: [['Content-Type', textType]], body: Buffer.from(message) };
  const { headers } = answerToFailure(new GatewayFailure('DEFAULT_4XX', message, { status }), exchange);
  const details = problem(code, message, exchange.request.requestId);
  const body = { ...details, status, title: STATUS_CODES[status] ?? details.title, message };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
