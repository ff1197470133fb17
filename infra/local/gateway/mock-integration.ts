import { type Answer, type Exchange, headerOf } from './exchange.ts';
import { GatewayFailure, misconfigured } from './gateway-failure.ts';
import type { MockIntegration, MockResponse } from './integration.ts';
import { mappedValue } from './mapping.ts';
import { requestContextOf } from './proxy-event.ts';
import { renderTemplate, TemplateError, type Variables } from './template-language.ts';

/** The status that the request template gives selects the integration response. @throws GatewayFailure */
export function answerFromMock(integration: MockIntegration, exchange: Exchange): Answer {
  const status = mockStatus(integration, exchange);
  const response = selectResponse(integration, status);
  const context = requestContextOf(exchange);
  const variables = variablesOf(exchange, context);
  const [[contentType, template] = ['application/json', '']] = Object.entries(response.templates);
  const body = render(template, variables);
  const headers = new Map<string, string>([['Content-Type', contentType]]);
  for (const [target, expression] of Object.entries(response.parameters)) {
    const value = mappedValue(expression, exchange, context);
    if (value !== undefined) setHeader(headers, target.replace(/^method\.response\.header\./, ''), value);
  }
  const override = Object(Object(variables.context).responseOverride);
  for (const [name, value] of Object.entries(Object(override.header))) setHeader(headers, name, String(value));
  return { status: Number(override.status ?? response.status), headers: [...headers], body: Buffer.from(body) };
}

/** An override replaces the header of the same name, whatever its case. */
function setHeader(headers: Map<string, string>, name: string, value: string): void {
  for (const existing of headers.keys()) if (existing.toLowerCase() === name.toLowerCase()) headers.delete(existing);
  headers.set(name, value);
}

function mockStatus(integration: MockIntegration, exchange: Exchange): string {
  const { requestTemplates, passthrough } = integration;
  // API Gateway ignores parameters: https://github.com/aws/aws-cdk/issues/16323.
  const [contentType = ''] = (headerOf(exchange.request.headers, 'content-type') ?? 'application/json').split(';');
  const template = requestTemplates[contentType.trim().toLowerCase()];
  const hasTemplates = Object.keys(requestTemplates).length > 0;
  if (template === undefined && (passthrough === 'never' || (passthrough === 'when_no_templates' && hasTemplates))) {
    throw new GatewayFailure('UNSUPPORTED_MEDIA_TYPE', 'Unsupported Media Type');
  }
  const made =
    template === undefined
      ? exchange.request.body.toString('utf8')
      : render(template, variablesOf(exchange, requestContextOf(exchange)));
  // The output of the template is JSON with laxer rules: CDK itself writes the key without quotes.
  const status = /["']?statusCode["']?\s*:\s*["']?(\d{3})/.exec(made)?.[1];
  if (status === undefined) throw misconfigured('the request template of a mock integration makes no statusCode');
  return status;
}

function selectResponse({ responses }: MockIntegration, status: string): MockResponse {
  const found =
    responses.find(({ selection }) => selection?.test(status)) ??
    responses.find(({ selection }) => selection === undefined);
  if (!found) throw misconfigured(`a mock integration has no response for the status ${status}`);
  return found;
}

function render(template: string, variables: Variables): string {
  try {
    return renderTemplate(template, variables);
  } catch (error) {
    if (error instanceof TemplateError) throw misconfigured(error.message);
    throw error;
  }
}

function variablesOf({ api, request, match }: Exchange, context: Record<string, unknown>): Variables {
  const headers = Object.fromEntries(request.headers);
  // API Gateway looks a name up in the path first. Nothing else is searched here.
  const params = (name?: unknown) =>
    name === undefined ? { header: headers } : (match?.pathParameters[String(name)] ?? '');
  return {
    // A copy, because `#set` writes overrides into it.
    context: { ...context },
    stageVariables: { ...api.stageVariables },
    input: { params },
    util: {
      urlEncode: (text: unknown) => new URLSearchParams({ text: String(text) }).toString().slice('text='.length),
    },
  };
}
