import type { Assembly } from '../assembly/assembly.ts';
import { functionNameIn, type Place, physicalRef } from '../aws/names.ts';
import type { EventSource } from '../dynamodb/event-source.ts';
import { readApi } from '../gateway/api.ts';
import { decide, parsePolicy } from './policy.ts';
import type { Principal } from './principal.ts';
import { ownDocumentsOf } from './roles.ts';

const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator'];

/** Lambda reads a stream in the function's name, or a deployment fails. @throws Error naming the missing permission */
export function assertMayReadStream(principal: Pick<Principal, 'decide'> | undefined, source: EventSource): void {
  const missing = [...STREAM_ACTIONS.map((name) => [name, source.eventSourceArn]), ['ListStreams', '*']].filter(
    ([name, resource = '']) => {
      const request = { action: `dynamodb:${name}`, resource, context: new Map() };
      return principal?.decide(request) !== 'allowed';
    },
  );
  if (missing.length === 0) return;
  const actions = missing.map(([name]) => `dynamodb:${name}`).join(', ');
  throw new Error(`The role of ${source.functionName} does not allow ${actions} on the stream of ${source.tableName}.`);
}

/** AWS silently drops events for a function whose policy refuses them. @throws Error naming rule and function */
export function assertRulesMayInvoke(assembly: Assembly, place: Place): void {
  const permissions = assembly
    .ofType('AWS::Lambda::Permission')
    .filter(({ properties }) => properties.Principal === 'events.amazonaws.com');
  for (const rule of assembly.ofType('AWS::Events::Rule')) {
    const arn = `arn:aws:events:${place.region}:${place.accountId}:rule/${physicalRef(rule, place)}`;
    const targets = Array.isArray(rule.properties.Targets) ? rule.properties.Targets : [];
    for (const { Arn } of targets as readonly { Arn?: unknown }[]) {
      if (!String(Arn).includes(':lambda:')) continue;
      const allowed = permissions.some(
        ({ properties }) =>
          functionNameIn(String(properties.FunctionName)) === functionNameIn(String(Arn)) &&
          (properties.SourceArn === undefined || properties.SourceArn === arn),
      );
      if (!allowed) throw new Error(`No permission lets the rule ${arn} call ${functionNameIn(String(Arn))}.`);
    }
  }
}

/** API Gateway answers 500 where its role may not invoke a function. @throws Error naming role and function */
export function assertApiMayInvoke(assembly: Assembly): void {
  const { methods, region, accountId } = readApi(assembly);
  const calls = methods.flatMap(({ integration, credentials, authorizer }) => [
    ...(integration.type === 'function' ? [{ functionName: integration.functionName, credentials }] : []),
    ...(authorizer ? [authorizer] : []),
  ]);
  for (const [roleArn, called] of Map.groupBy(calls, ({ credentials = '' }) => credentials)) {
    const documents = ownDocumentsOf(assembly, roleArn.split('/').at(-1) ?? '');
    const statements = documents.flatMap(({ document }) => parsePolicy(document()));
    for (const functionName of new Set(called.map((call) => call.functionName))) {
      const resource = `arn:aws:lambda:${region}:${accountId}:function:${functionName}`;
      const decision = decide(statements, { action: 'lambda:InvokeFunction', resource, context: new Map() });
      if (decision !== 'allowed') throw new Error(`The API's role '${roleArn}' may not invoke ${functionName}.`);
    }
  }
}
