import type { AccessLogEntry } from '../gateway/gateway.ts';
import type { Level, LocalLog } from '../terminal/log.ts';

export function logFunctionLine(
  log: LocalLog,
  names: ReadonlyMap<string, string>,
): (functionName: string, line: string) => void {
  return (functionName, line) => {
    const read = readFunctionLine(line);
    if (read) log(names.get(functionName) ?? functionName, read.level, read.message);
  };
}

/** Logs one line per request. Only the service's own failures are errors. */
export function logAccess(log: LocalLog): (entry: AccessLogEntry) => void {
  return ({ method, path, status, milliseconds, failure }) => {
    const reason = failure === undefined ? '' : ` (${failure})`;
    log('gateway', status >= 500 ? 'error' : 'info', `${method} ${path} ${status} ${milliseconds} ms${reason}`);
  };
}

const levels: Readonly<Record<string, Level>> = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
  FATAL: 'error',
};

interface FunctionLine {
  readonly level: Level;
  readonly message: string;
}

/** Turns a function's JSON log line into text for people; undefined for an empty line. */
export function readFunctionLine(line: string): FunctionLine | undefined {
  const record = parse(line);
  if (record === undefined) return line.trim() === '' ? undefined : { level: 'info', message: line };
  if ('_aws' in record) {
    // Metrics in CloudWatch's embedded format, without the fields that only CloudWatch reads.
    const { _aws: _metadata, ...values } = record;
    return { level: 'debug', message: describe({ event: 'metric', ...values }) };
  }
  const level = levels[String(record.level)] ?? 'info';
  const { timestamp: _time, level: _level, requestId: _requestId, message, ...others } = record;
  return { level, message: [describe(message), describe(others)].filter((text) => text !== '').join(' ') };
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // The function printed text that only starts like JSON.
    return undefined;
  }
}

/** Puts `event` first, then fields as name=value, then stacks on separate lines. */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : String(value);
  const { event, stack, stackTrace, ...fields } = value as Record<string, unknown>;
  const traces = [stack, Array.isArray(stackTrace) ? stackTrace.join('\n') : undefined, Object(fields.error).stack];
  const pairs = Object.entries(fields).map(
    ([name, field]) => `${name}=${plain(name === 'error' ? withoutStack(field) : field)}`,
  );
  const text = [...(event === undefined ? [] : [String(event)]), ...pairs].join(' ');
  return [text, ...traces.filter((trace) => typeof trace === 'string' && trace !== '')].join('\n').trim();
}

function withoutStack(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { stack: _stack, ...rest } = error as Record<string, unknown>;
  return rest;
}

function plain(value: unknown): string {
  return typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : (JSON.stringify(value) ?? 'undefined');
}
