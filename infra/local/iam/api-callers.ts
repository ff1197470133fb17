import type { Assembly } from '../assembly/assembly.ts';
import type { Place } from '../aws/names.ts';
import { readApi } from '../gateway/api.ts';
import { parsePolicy } from './policy.ts';
import { Principal } from './principal.ts';
import { ownDocumentsOf } from './roles.ts';

/** A role by which the API invokes functions. */
interface ApiCaller {
  readonly principal: Principal;
  readonly functionNames: ReadonlySet<string>;
}

/** The roles that the document of the API names, each with the functions that it has to invoke. */
export function apiCallers(assembly: Assembly): readonly ApiCaller[] {
  if (assembly.ofType('AWS::ApiGateway::RestApi').length === 0) return [];
  const calls = readApi(assembly).methods.flatMap(({ integration, credentials = '', authorizer }) => [
    ...(integration.type === 'function' ? [{ functionName: integration.functionName, credentials }] : []),
    ...(authorizer ? [authorizer] : []),
  ]);
  return [...Map.groupBy(calls, ({ credentials }) => credentials)].map(([roleArn, called]) => {
    const roleName = roleArn.split('/').at(-1) ?? '';
    const statements = ownDocumentsOf(assembly, roleName).flatMap(({ document }) => parsePolicy(document()));
    const principal = new Principal({ id: 'api-gateway', functionName: 'api-gateway', roleName, roleArn, statements });
    return { principal, functionNames: new Set(called.map(({ functionName }) => functionName)) };
  });
}

/** API Gateway answers 500 where its role may not invoke a function. @throws Error naming role and function */
export function assertApiMayInvoke(callers: readonly ApiCaller[], { region, accountId }: Place): void {
  for (const { principal, functionNames } of callers) {
    for (const name of functionNames) {
      const resource = `arn:aws:lambda:${region}:${accountId}:function:${name}`;
      const decision = principal.decide({ action: 'lambda:InvokeFunction', resource, context: new Map() });
      if (decision !== 'allowed') throw new Error(`The API's role '${principal.roleArn}' may not invoke ${name}.`);
    }
  }
}
