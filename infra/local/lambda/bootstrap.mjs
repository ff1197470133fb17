// The process of one function instance. Plain JavaScript, because stripping types would add 30 ms to the start of each
// instance. The runner starts it as `node bootstrap.mjs <module of the handler> <name of its export> <format of log
// lines>` and talks to it over IPC.
import { flushCompileCache } from 'node:module';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { patchConsole, writeLog } from './bootstrap-console.mjs';
import { patchLookups } from './bootstrap-names.mjs';
import { isStreaming, provideStreams, ResponseStream } from './bootstrap-stream.mjs';

const [, , modulePath, exportName, logFormat] = process.argv;

/** @type {string | undefined} Id of the running invocation. */
let current;
let hasRun = false;

patchLookups(process.env.LOCAL_SANDBOX_DOMAIN);

// They are already in use, and Lambda does not have them.
delete process.env.LOCAL_SANDBOX_DOMAIN;
delete process.env.NODE_COMPILE_CACHE;
delete process.env.NODE_COMPILE_CACHE_PORTABLE;
delete process.env.NODE_EXTRA_CA_CERTS;
delete process.env.NODE_USE_SYSTEM_CA;

patchConsole(logFormat, () => current);
provideStreams();

// The runner is gone, even if it was killed, so no caller is waiting for a response.
process.on('disconnect', () => process.exit(0));
process.on('uncaughtException', (error) => die(error, errorName(error)));
process.on('unhandledRejection', (reason) => die(reason, 'Runtime.UnhandledPromiseRejection'));

/** @param {unknown} error */
function errorName(error) {
  return error instanceof Error ? error.name : typeof error;
}

/**
 * @param {unknown} error
 * @param {string} [errorType]
 */
function describe(error, errorType = errorName(error)) {
  if (!(error instanceof Error)) return { errorType, errorMessage: String(error), trace: [] };
  return { errorType, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

/**
 * @param {unknown} error
 * @param {string} errorType
 */
function die(error, errorType) {
  const description = describe(error, errorType);
  writeLog('ERROR', [error]);
  process.send?.({ type: 'failure', id: current, error: description, fatal: true }, () => process.exit(1));
}

/** @param {{ id: string, event: string, traceId: string, arn: string, timeoutMilliseconds: number }} invocation */
function contextOf({ id, arn, timeoutMilliseconds }) {
  const deadline = Date.now() + timeoutMilliseconds;
  const { env } = process;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: arn,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    awsRequestId: id,
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

/**
 * The response of a handler as JSON. A streaming handler has already sent all of it, so nothing is left.
 *
 * @param {(event: unknown, ...rest: unknown[]) => unknown} handler
 * @param {Parameters<typeof contextOf>[0]} invocation
 */
async function answerOf(handler, invocation) {
  const event = JSON.parse(invocation.event);
  const context = contextOf(invocation);
  if (!isStreaming(handler)) return serialise(await handler(event, context));
  const { id } = invocation;
  const stream = new ResponseStream((piece, done) => {
    // A failed send needs no handling, because the process ends with its runner.
    process.send?.({ type: 'piece', id, data: piece.toString('base64') }, () => done());
  });
  const ended = finished(stream);
  // Awaited below. Until then, a rejection must not count as unhandled.
  ended.catch(() => undefined);
  await handler(event, stream, context);
  await ended;
  return 'null';
}

/** @param {unknown} value */
function serialise(value) {
  try {
    return JSON.stringify(value === undefined ? null : value);
  } catch {
    const error = new Error('Unable to stringify response body');
    error.name = 'Runtime.MarshalError';
    throw error;
  }
}

try {
  const loaded = await import(pathToFileURL(modulePath).href);
  const handler = loaded[exportName] ?? loaded.default?.[exportName];
  if (typeof handler !== 'function') {
    const error = new Error(`${modulePath} does not export a function named ${exportName}`);
    error.name = 'Runtime.HandlerNotFound';
    throw error;
  }
  process.on('message', async (invocation) => {
    current = invocation.id;
    process.env._X_AMZN_TRACE_ID = invocation.traceId;
    try {
      const payload = await answerOf(handler, invocation);
      process.send?.({ type: 'success', id: invocation.id, payload });
    } catch (error) {
      writeLog('ERROR', [error], 'Invoke Error');
      process.send?.({ type: 'failure', id: invocation.id, error: describe(error) });
    } finally {
      current = undefined;
      // The first invocation compiles most of the code. The process is killed at its end and cannot write the cache
      // then.
      if (!hasRun) setImmediate(flushCompileCache);
      hasRun = true;
    }
  });
  process.send?.({ type: 'ready' });
} catch (error) {
  writeLog('ERROR', [error]);
  process.send?.({ type: 'init-failure', error: describe(error) }, () => process.exit(1));
}
