import type { Assembly, Resource } from '../assembly/assembly.ts';
import { type Place, physicalRef } from '../aws/names.ts';
import { functionNameInUri } from './function-uri.ts';

export interface AuthorizerSettings {
  readonly id: string;
  readonly type: 'REQUEST' | 'TOKEN';
  readonly functionName: string;
  /** Expressions such as `method.request.header.Authorization`. */
  readonly identitySources: readonly string[];
  /** 0: every request is authorised anew. */
  readonly ttlSeconds: number;
  /** TOKEN only: a token that does not match is refused without a call. */
  readonly tokenPattern: RegExp | undefined;
}

/** @throws when an authorizer is of a type that is not supported here. */
export function readAuthorizers(assembly: Assembly, place: Place): ReadonlyMap<string, AuthorizerSettings> {
  const all = assembly.ofType('AWS::ApiGateway::Authorizer').map((resource) => {
    const id = physicalRef(resource, place);
    return [id, readAuthorizer(id, resource)] as const;
  });
  return new Map(all);
}

function readAuthorizer(id: string, resource: Resource): AuthorizerSettings {
  const { Type, AuthorizerUri, IdentitySource, AuthorizerResultTtlInSeconds, IdentityValidationExpression } =
    resource.properties;
  if (Type !== 'REQUEST' && Type !== 'TOKEN') {
    throw new Error(
      `${resource.stack}/${resource.logicalId}: an authorizer of type ${String(Type)} is not supported locally`,
    );
  }
  const identitySources = String(IdentitySource ?? '')
    .split(',')
    .map((source) => source.trim())
    .filter((source) => source !== '');
  const ttlSeconds = Number(AuthorizerResultTtlInSeconds ?? 300);
  if (identitySources.length === 0 && (Type === 'TOKEN' || ttlSeconds > 0)) {
    throw new Error(`${resource.stack}/${resource.logicalId}: an authorizer that caches needs an identity source`);
  }
  return {
    id,
    type: Type,
    functionName: functionNameInUri(String(AuthorizerUri)),
    identitySources,
    ttlSeconds,
    tokenPattern:
      IdentityValidationExpression === undefined
        ? undefined
        : new RegExp(`^(?:${String(IdentityValidationExpression)})$`),
  };
}
