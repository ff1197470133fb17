import type { SecurityScheme } from '../../api/open-api.ts';
import { functionNameInUri } from './integration.ts';

/** A Lambda authorizer that is invoked for every request. */
export interface AuthorizerSettings {
  readonly functionName: string;
  /** ARN of the role with which the API invokes it. */
  readonly credentials: string;
}

interface Described {
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> };
}

/** The authorizers by the names of their schemes. @throws for a kind of authorizer that is not supported here */
export function readAuthorizers({ components }: Described): ReadonlyMap<string, AuthorizerSettings> {
  const schemes = Object.entries(components?.securitySchemes ?? {});
  return new Map(schemes.map(([name, scheme]) => [name, readAuthorizer(name, scheme)]));
}

function readAuthorizer(name: string, scheme: SecurityScheme): AuthorizerSettings {
  const authorizer = scheme['x-amazon-apigateway-authorizer'];
  if (authorizer?.type !== 'request' || authorizer.authorizerResultTtlInSeconds !== 0) {
    throw new Error(`${name}: only an authorizer of type 'request' that caches nothing is supported locally`);
  }
  return {
    functionName: functionNameInUri(authorizer.authorizerUri),
    credentials: authorizer.authorizerCredentials,
  };
}
