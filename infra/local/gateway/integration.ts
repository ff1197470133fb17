import type { Resource } from '../assembly/assembly.ts';
import { functionNameInUri } from './function-uri.ts';

export interface FunctionIntegration {
  readonly type: 'function';
  readonly functionName: string;
  readonly timeoutMilliseconds: number;
  /** Whether the answer goes on to the client as it comes. */
  readonly streams: boolean;
}

export interface MockResponse {
  readonly status: number;
  /** Matches the status that the request template made; undefined is the response for all others. */
  readonly selection: RegExp | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, string>>;
}

export interface MockIntegration {
  readonly type: 'mock';
  readonly requestTemplates: Readonly<Record<string, string>>;
  /** What happens to a request whose content type has no template. */
  readonly passthrough: 'WHEN_NO_MATCH' | 'WHEN_NO_TEMPLATES' | 'NEVER';
  readonly responses: readonly MockResponse[];
}

export type Integration = FunctionIntegration | MockIntegration;

/** @throws when the integration is of a type that is not supported here. */
export function readIntegration(resource: Resource): Integration {
  const settings = Object(resource.properties.Integration);
  switch (settings.Type) {
    case 'AWS_PROXY':
      return readFunctionIntegration(resource, settings);
    case 'MOCK':
      return {
        type: 'mock',
        requestTemplates: settings.RequestTemplates ?? {},
        passthrough: settings.PassthroughBehavior ?? 'WHEN_NO_MATCH',
        responses: (settings.IntegrationResponses ?? []).map(readMockResponse),
      };
    default:
      throw new Error(
        `${resource.stack}/${resource.logicalId}: an integration of type ${String(settings.Type)} is not supported locally`,
      );
  }
}

function readFunctionIntegration(resource: Resource, settings: Record<string, unknown>): FunctionIntegration {
  const uri = String(settings.Uri);
  const streams = settings.ResponseTransferMode === 'STREAM';
  if (streams !== uri.endsWith('/response-streaming-invocations')) {
    throw new Error(`${resource.stack}/${resource.logicalId}: its URI and its transfer mode do not fit together`);
  }
  return {
    type: 'function',
    functionName: functionNameInUri(uri),
    timeoutMilliseconds: Number(settings.TimeoutInMillis ?? 29_000),
    streams,
  };
}

function readMockResponse(response: Record<string, unknown>): MockResponse {
  const { StatusCode, SelectionPattern, ResponseParameters = {}, ResponseTemplates = {} } = response;
  return {
    status: Number(StatusCode),
    selection: SelectionPattern ? new RegExp(`^(?:${String(SelectionPattern)})$`) : undefined,
    parameters: ResponseParameters as Record<string, string>,
    templates: ResponseTemplates as Record<string, string>,
  };
}
