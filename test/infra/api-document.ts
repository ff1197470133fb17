import type { MockIntegration, OpenApiDocument, OpenApiMethod } from '../../infra/api/open-api.ts';
import { endpoints } from '../../shared/contract/index.ts';
import type { Synthesis } from './synthesis.ts';

export interface DescribedMethod {
  /** `GET /things/{id}`, or `ANY` for methods without an entry. */
  readonly route: string;
  readonly path: string;
  readonly isFallback: boolean;
  readonly method: OpenApiMethod;
}

const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** The OpenAPI document of a synthesis's REST API. Only shared texts are resolved, not other intrinsics. */
export function documentOf(synthesis: Synthesis): OpenApiDocument {
  const [api, ...others] = synthesis.resources('api', 'AWS::ApiGateway::RestApi');
  if (!api || others.length > 0) throw new Error('There is not exactly one REST API.');
  const texts = synthesis.template('api').toJSON().Mappings;
  return JSON.parse(
    JSON.stringify(api.properties.Body, (_key, value) => {
      const [mapping, first, second] = Object(value)['Fn::FindInMap'] ?? [];
      return mapping === undefined ? value : texts[mapping][first][second];
    }),
  );
}

/** The headers of a gateway response, with mapping expressions as values. */
export function fixedHeaders({ responseParameters = {}, responseTemplates }: FixedResponse): Record<string, string> {
  const mapped = Object.entries(responseParameters).map(
    ([target, value]) => [target.replace('method.response.header.', ''), value] as const,
  );
  const overridden = Object.values(responseTemplates).flatMap((template) =>
    [...template.matchAll(/#set\(\$context\.responseOverride\.header\.([\w-]+)=([^)]*)\)/g)].map(
      ([, name = '', value = '']) => [name, value.replace(/^\$/, '')] as const,
    ),
  );
  return Object.fromEntries([...mapped, ...overridden]);
}

/** The body template of a gateway response. */
export function fixedBody({ responseTemplates }: FixedResponse): string {
  return responseTemplates['application/json']?.replace(/^(?:#set\([^)]*\))*/, '') ?? '';
}

type FixedResponse = MockIntegration['responses'][string];

const contracted = new Set<string>(endpoints.map(({ path }) => path));

/** The endpoints of the contract. */
export function methodsOf(document: OpenApiDocument): readonly DescribedMethod[] {
  return everyMethodOf(document).filter(({ path }) => contracted.has(path));
}

/** The methods of all paths, with those that API Gateway itself answers. */
export function everyMethodOf({ paths }: OpenApiDocument): readonly DescribedMethod[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, method]) => {
      const isFallback = name === ANY_METHOD;
      return { route: `${isFallback ? 'ANY' : name.toUpperCase()} ${path}`, path, isFallback, method };
    }),
  );
}
