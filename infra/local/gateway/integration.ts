import type { Resource } from '../assembly/assembly.ts';
import { functionNameInUri } from './function-uri.ts';

export interface FunctionIntegration {
  readonly type: 'function';
  readonly functionName: string;
  readonly timeoutMilliseconds: number;
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
      return {
        type: 'function',
        functionName: functionNameInUri(String(settings.Uri)),
        timeoutMilliseconds: Number(settings.TimeoutInMillis ?? 29_000),
      };
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

function readMockResponse(response: Record<string, unknown>): MockResponse {
  const { StatusCode, SelectionPattern, ResponseParameters = {}, ResponseTemplates = {} } = response;
  return {
    status: Number(StatusCode),
    selection: SelectionPattern ? new RegExp(`^(?:${String(SelectionPattern)})$`) : undefined,
    parameters: ResponseParameters as Record<string, string>,
    templates: ResponseTemplates as Record<string, string>,
  };
}
