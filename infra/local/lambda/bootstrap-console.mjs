// Writes the log lines of a function like Lambda's Node.js runtime. Plain JavaScript for the same reason as
// bootstrap.mjs.
import { format } from 'node:util';

const priorities = { TRACE: 0, DEBUG: 1, INFO: 2, WARN: 3, ERROR: 4, FATAL: 5 };
const methods = { trace: 'TRACE', debug: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' };

/** @type {string | undefined} */
let lineFormat;
/** @type {() => string | undefined} */
let requestId = () => undefined;
let threshold = priorities.TRACE;

/**
 * Makes every call of `console` write one line to stdout.
 *
 * @param {string | undefined} logFormat JSON or Text
 * @param {() => string | undefined} currentRequestId
 */
export function patchConsole(logFormat, currentRequestId) {
  lineFormat = logFormat;
  requestId = currentRequestId;
  if (logFormat === 'JSON') threshold = priorities[process.env.AWS_LAMBDA_LOG_LEVEL] ?? priorities.TRACE;
  for (const [method, level] of Object.entries(methods)) {
    console[method] = (...values) => writeLog(level, values);
  }
}

/**
 * @param {string} level
 * @param {unknown[]} values as given to `console`
 * @param {string} [prefix] what the runtime puts before an error in the text format
 */
export function writeLog(level, values, prefix) {
  if (priorities[level] < threshold) return;
  const timestamp = new Date().toISOString();
  const line =
    lineFormat === 'JSON'
      ? jsonLine(timestamp, level, values)
      : // One call is one record: Lambda keeps the lines of a text record together with carriage returns.
        `${timestamp}\t${requestId()}\t${level}\t${format(...(prefix ? [prefix] : []), ...values)}`.replaceAll(
          '\n',
          '\r',
        );
  process.stdout.write(`${line}\n`);
}

/**
 * A single object stays an object in `message`. An error among several values gets fields of its own.
 *
 * @param {string} timestamp
 * @param {string} level
 * @param {unknown[]} values
 */
function jsonLine(timestamp, level, values) {
  const id = requestId();
  const head = id === undefined ? { timestamp, level } : { timestamp, level, requestId: id };
  const error = values.find((value) => value instanceof Error);
  const [first] = values;
  if (values.length === 1 && !error && typeof first === 'object' && first !== null) {
    try {
      return JSON.stringify({ ...head, message: first }, expandErrors);
    } catch {
      // Values that JSON cannot hold (a cycle, a bigint) are formatted as console would.
      return JSON.stringify({ ...head, message: format(first) });
    }
  }
  const message = values.length === 1 && error ? partsOf(error) : format(...values);
  return JSON.stringify({ ...head, message, ...(error && values.length > 1 ? partsOf(error) : {}) });
}

/** @param {string} _key @param {unknown} value */
function expandErrors(_key, value) {
  return value instanceof Error ? { ...partsOf(value), ...value } : value;
}

/** @param {Error} error */
function partsOf(error) {
  return { errorType: error.name, errorMessage: error.message, stackTrace: (error.stack ?? '').split('\n') };
}
