import { physicalName } from '../aws/names.ts';
import { deployedOf, type JsonOperations } from './source.ts';

export const logs: JsonOperations = (operation, { logGroupNamePrefix }, source) => {
  if (operation !== 'DescribeLogGroups') return undefined;
  const own = deployedOf('AWS::Logs::LogGroup', source).map(physicalName);
  const prefix = String(logGroupNamePrefix ?? '');
  const found = [...own, ...source.facts.log_groups].filter((name) => name.startsWith(prefix));
  return { logGroups: found.toSorted().map((logGroupName) => ({ logGroupName })) };
};
