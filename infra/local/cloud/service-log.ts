import type { AccessLogEntry } from '../gateway/gateway.ts';
import { readFunctionLine } from '../terminal/function-log.ts';
import type { LocalLog } from '../terminal/log.ts';

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
