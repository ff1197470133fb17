import type { GatewayResponseSettings } from './api.ts';
import { type Answer, type Exchange, headerOf } from './exchange.ts';
import type { GatewayFailure } from './gateway-failure.ts';
import { type ContextValues, mappedValue, memberOf } from './mapping.ts';
import { matchesMediaType } from './media-types.ts';
import { requestContextOf } from './request-context.ts';

/** What API Gateway answers when the template says nothing about a kind of failure. */
const standardTemplates = { 'application/json': '{"message":$context.error.messageString}' };
/** This one kind spells its member in a way of its own. */
const accessDeniedTemplates = { 'application/json': '{"Message":$context.error.messageString}' };

/** The answer to a request that failed in the gateway, as the template's gateway responses shape it. */
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

/** The response of the kind, else of its class, whose status applies to all of its kinds. */
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

/** The template for what the client accepts, else the one for JSON, else the first. */
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

/** Gateway responses know variables but no directives. A variable without a value leaves nothing. */
function fill(template: string, context: ContextValues, stageVariables: ContextValues): string {
  return template.replace(variables, (_match, inBraces: string | undefined, bare: string | undefined) => {
    const value = memberOf({ context, stageVariables }, inBraces ?? bare ?? '');
    return value === undefined || value === null ? '' : String(value);
  });
}
