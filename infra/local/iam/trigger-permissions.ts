import type { Assembly } from '../assembly/assembly.ts';
import { functionNameIn, type Place, physicalRef } from '../aws/names.ts';
import type { EventSource } from '../dynamodb/event-source.ts';
import type { Principal } from './principal.ts';

const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator'];

/**
 * Lambda reads a stream with the function's role; otherwise a deployment fails. @throws Error naming the missing
 * permission
 */
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

/** AWS silently drops events that a function's policy refuses. @throws Error naming rule and function */
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
