import type { Assembly } from './assembly/assembly.ts';
import { physicalName } from './aws/names.ts';
import { readFunctionLine } from './function-log.ts';
import type { AccessLogEntry } from './gateway/gateway.ts';
import type { LocalLog } from './log.ts';

/** The ids by which the code calls its functions (`get-sandbox`), by their names in AWS. */
export function shortNames(assembly: Assembly): ReadonlyMap<string, string> {
  return new Map(
    assembly.ofType('AWS::Lambda::Function').map((resource) => {
      const path = String(resource.metadata['aws:cdk:path'] ?? '');
      // Ours stand under their id, in a stack or in one that is nested in it; the few that the CDK makes, under names of its own.
      const [, ours] = /([^/]+)\/Function\/Resource$/.exec(path) ?? [];
      return [physicalName(resource), ours ?? path.split('/')[1] ?? resource.logicalId];
    }),
  );
}

export function logFunctionLine(
  log: LocalLog,
  names: ReadonlyMap<string, string>,
): (functionName: string, line: string) => void {
  return (functionName, line) => {
    const read = readFunctionLine(line);
    if (read) log(names.get(functionName) ?? functionName, read.level, read.message);
  };
}

/** One line for each request; only what is the service's own fault is an error. */
export function logAccess(log: LocalLog): (entry: AccessLogEntry) => void {
  return ({ method, path, status, milliseconds, failure }) => {
    const reason = failure === undefined ? '' : ` (${failure})`;
    log('gateway', status >= 500 ? 'error' : 'info', `${method} ${path} ${status} ${milliseconds} ms${reason}`);
  };
}
