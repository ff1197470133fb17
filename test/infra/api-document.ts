import type { OpenApiDocument, OpenApiMethod } from '../../infra/api/open-api.ts';
import type { Synthesis } from './synthesis.ts';

export interface DescribedMethod {
  /** `GET /things/{id}`; `ANY` for what has no method of its own. */
  readonly route: string;
  readonly path: string;
  readonly isFallback: boolean;
  readonly method: OpenApiMethod;
}

const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** The document that the REST API of a synthesis is made of, with its intrinsics unresolved. */
export function documentOf(synthesis: Synthesis): OpenApiDocument {
  const [api, ...others] = synthesis.resources('api', 'AWS::ApiGateway::RestApi');
  if (!api || others.length > 0) throw new Error('There is not exactly one REST API.');
  return api.properties.Body;
}

export function methodsOf({ paths }: OpenApiDocument): readonly DescribedMethod[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, method]) => {
      const isFallback = name === ANY_METHOD;
      return { route: `${isFallback ? 'ANY' : name.toUpperCase()} ${path}`, path, isFallback, method };
    }),
  );
}
