import { readdirSync } from 'node:fs';
import { Duration } from 'aws-cdk-lib';
import { EventInvokeConfig, LoggingFormat } from 'aws-cdk-lib/aws-lambda';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../../../../support/temporary-folder.ts';
import { eventually } from '../eventually.ts';
import { isRunning, startFunctions } from './sample-cloud.ts';

const compiledDirectory = folderOfFile();

const sample = startFunctions(
  (_stack, addFunction) => {
    addFunction('Echo', {
      source: `export const handler = async (event, context) => ({
        event, env: process.env, pid: process.pid, cwd: process.cwd(), flags: process.execArgv,
        zone: new Date(2026, 0, 1).getTimezoneOffset(),
        context: { ...context, remaining: context.getRemainingTimeInMillis() },
      });`,
      environment: {
        GREETING: 'hello',
        CALL_BACK: 'https://api.aws.example/dev/things',
        BOX: 'https://d1.cloudfront.net/{label}',
      },
      memorySize: 256,
      timeout: Duration.seconds(5),
    });
    addFunction('Faulty', {
      source: `export const handler = async ({ how }) => {
        if (how === 'throw') throw new TypeError('bad input');
        if (how === 'exit') process.exit(3);
        if (how === 'reject') { Promise.reject(new Error('left alone')); await new Promise(() => setInterval(() => {}, 1000)); }
        if (how === 'memory') { const hold = []; for (;;) hold.push(new Array(1e6).fill(how)); }
        if (how === 'large') return 'x'.repeat(7e6);
        if (how === 'chatter') process.send({ type: 'nonsense' });
        if (how === 'cycle') { const value = {}; value.self = value; return value; }
        return process.pid;
      };`,
      timeout: Duration.seconds(60),
    });
    addFunction('Slow', {
      source: 'export const handler = () => new Promise(() => setInterval(() => {}, 1000));',
      timeout: Duration.seconds(1),
    });
    addFunction('Spinning', {
      source: 'export const handler = async () => { for (;;); };',
      timeout: Duration.seconds(1),
    });
    addFunction('Broken', { source: 'throw new RangeError("no start");' });
    addFunction('Nameless', { source: 'export const other = 1;' });
    addFunction('Logging', {
      source: `export const handler = async () => {
        console.log('count %d', 2); console.warn({ event: 'low', left: 1 }); console.error('failed', new Error('why'));
        console.debug('hidden'); process.stdout.write('raw line\\n');
      };`,
      applicationLogLevelV2: undefined,
    });
    addFunction('Plain', {
      source: 'export const handler = async () => console.info("one\\ntwo");',
      loggingFormat: LoggingFormat.TEXT,
    });
    addFunction('Single', {
      source: `let running = 0; export const handler = async () => {
        running += 1; const seen = running; await new Promise((r) => setTimeout(r, 20)); running -= 1; return { seen, pid: process.pid };
      };`,
      reservedConcurrentExecutions: 1,
    });
    const flaky = addFunction('Flaky', { source: 'export const handler = async () => { throw new Error("again"); };' });
    new EventInvokeConfig(flaky, 'Retries', { function: flaky, retryAttempts: 1 });
  },
  {
    retryDelaysMilliseconds: [1],
    compiledDirectory,
    localAddresses: () => [
      { deployed: 'https://api.aws.example/dev', local: 'http://127.0.0.1:3000' },
      { deployed: 'https://d1.cloudfront.net/{label}', local: 'http://127.0.0.1:3001/{label}' },
    ],
    sandboxTrust: { domain: 'box.test' },
  },
);
afterAll(() => sample.stop());

const invoke = async (id: string, payload: unknown = {}) => sample.functions.invoke(sample.nameOf(id), payload);
const linesOf = (id: string) =>
  sample.lines.filter((entry) => entry.functionName === sample.nameOf(id)).map(({ line }) => line);

describe('an instance of a function', () => {
  it('runs with the environment of Lambda and of the template, and none of the host', async () => {
    process.env.HOST_ONLY = 'secret of the developer';

    const { payload } = await invoke('Echo', { a: 1 });
    const { event, env, cwd, flags, zone } = Object(payload);

    expect(event).toEqual({ a: 1 });
    expect(env).toMatchObject({
      GREETING: 'hello',
      // The local address of the API instead of the deployed one.
      CALL_BACK: 'http://127.0.0.1:3000/things',
      BOX: 'http://127.0.0.1:3001/{label}',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: sample.nameOf('Echo'),
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${sample.nameOf('Echo')}`,
      AWS_ACCESS_KEY_ID: `KEY-${sample.nameOf('Echo')}`,
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      LAMBDA_TASK_ROOT: cwd,
      _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=1-/),
    });
    const own = /^(GREETING|CALL_BACK|BOX|HOME|LANG|PATH|TZ|LAMBDA_TASK_ROOT|_HANDLER|_X_AMZN_TRACE_ID|AWS_.*)$/;
    expect(Object.keys(env).filter((name) => !own.test(name))).toEqual([]);
    expect(flags).toEqual(['--max-old-space-size=256', '--min-semi-space-size=16']);
    expect(zone).toBe(0);
  });

  it('keeps its compiled code for the next instance', async () => {
    await invoke('Echo');

    await eventually(() => readdirSync(compiledDirectory, { recursive: true }).length > 1);
  });

  it('receives the context of Lambda, and is reused', async () => {
    const first = Object((await invoke('Echo')).payload);
    const second = Object((await invoke('Echo')).payload);

    expect(first.context).toMatchObject({
      functionName: sample.nameOf('Echo'),
      invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${sample.nameOf('Echo')}`,
      memoryLimitInMB: '256',
    });
    expect(first.context.remaining).toBeGreaterThan(4_000);
    expect(first.context.remaining).toBeLessThanOrEqual(5_000);
    expect(second.pid).toBe(first.pid);
    expect(second.context.awsRequestId).not.toBe(first.context.awsRequestId);
  });

  it('ends after its idle time', async () => {
    const source = 'export const handler = async () => process.pid;';
    const brief = startFunctions((_stack, addFunction) => addFunction('Brief', { source }), { idleMilliseconds: 50 });
    const pid = Number((await brief.functions.invoke(brief.nameOf('Brief'), {})).payload);

    await eventually(() => !isRunning(pid));

    expect((await brief.functions.invoke(brief.nameOf('Brief'), {})).payload).not.toBe(pid);
    await brief.stop();
  });

  it('runs one invocation at a time, beside another instance', async () => {
    const pids = await Promise.all([1, 2].map(() => invoke('Echo')));

    expect(new Set(pids.map(({ payload }) => Object(payload).pid)).size).toBe(2);
  });

  it('is the only one of a function with a reserved concurrency of one', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => invoke('Single')));

    expect(outcomes.map(({ payload }) => Object(payload).seen)).toEqual([1, 1, 1, 1]);
    expect(new Set(outcomes.map(({ payload }) => Object(payload).pid)).size).toBe(1);
  });
});

describe('a function that fails', () => {
  it('returns the error that it threw, and is reused', async () => {
    const before = (await invoke('Faulty')).payload;

    const outcome = await invoke('Faulty', { how: 'throw' });

    expect(outcome.functionError).toEqual({ errorType: 'TypeError', errorMessage: 'bad input' });
    expect(Object(outcome.payload).trace[0]).toBe('TypeError: bad input');
    expect((await invoke('Faulty')).payload).toBe(before);
  });

  it.each([
    ['exit', 'Runtime.ExitError', /exit status 3/],
    ['reject', 'Runtime.UnhandledPromiseRejection', /left alone/],
    ['memory', 'Runtime.ExitError', /signal: SIGABRT|exit status/],
  ])('is replaced by a new instance after %s', async (how, errorType, errorMessage) => {
    const before = (await invoke('Faulty')).payload;

    const { functionError } = await invoke('Faulty', { how });

    expect(functionError).toEqual({ errorType, errorMessage: expect.stringMatching(errorMessage) });
    expect((await invoke('Faulty')).payload).not.toBe(before);
  });

  it('returns an error when its answer is not JSON', async () => {
    const { functionError } = await invoke('Faulty', { how: 'cycle' });

    expect(functionError?.errorType).toBe('Runtime.MarshalError');
  });

  it('has the size limits of Lambda for events and responses', async () => {
    expect((await invoke('Faulty', { how: 'large' })).functionError?.errorType).toBe('Function.ResponseSizeTooLarge');
    await expect(invoke('Faulty', { text: 'x'.repeat(7e6) })).rejects.toMatchObject({
      type: 'RequestTooLargeException',
    });
    const sent = () => sample.functions.invokeAsync(sample.nameOf('Faulty'), { text: 'x'.repeat(2e6) });
    expect(sent).toThrow(expect.objectContaining({ type: 'RequestTooLargeException' }));
  });

  it('cannot disturb the runner with its own messages', async () => {
    expect((await invoke('Faulty', { how: 'chatter' })).functionError).toBeUndefined();
  });

  it.each(['Slow', 'Spinning'])('is killed at its timeout: %s', async (id) => {
    const { functionError } = await invoke(id);

    expect(functionError?.errorType).toBe('Sandbox.Timedout');
    expect(functionError?.errorMessage).toMatch(/Task timed out after 1\.00 seconds$/);
    await eventually(() => linesOf(id).some((line) => line.includes('Task timed out after 1.00 seconds')));
  });

  it('reports a module that does not load, and a missing handler', async () => {
    expect((await invoke('Broken')).functionError).toEqual({ errorType: 'RangeError', errorMessage: 'no start' });
    expect((await invoke('Nameless')).functionError?.errorType).toBe('Runtime.HandlerNotFound');
  });

  it('is not found by another name', async () => {
    await expect(sample.functions.invoke('unknown', {})).rejects.toMatchObject({ type: 'ResourceNotFoundException' });
  });

  it('is retried as often as the template allows after an asynchronous invocation', async () => {
    sample.functions.invokeAsync(sample.nameOf('Flaky'), { a: 1 });

    await eventually(() => linesOf('Flaky').some((line) => line.includes('given up after 2 attempts: again')));

    expect(linesOf('Flaky').filter((line) => JSON.parse(line).message.errorMessage === 'again')).toHaveLength(2);
  });
});

describe('the log of a function', () => {
  it('contains one JSON object for each console call', async () => {
    await invoke('Logging');
    await eventually(() => linesOf('Logging').length === 5);

    const [text, object, error, debug] = linesOf('Logging')
      .slice(0, 4)
      .map((line) => JSON.parse(line));
    const head = { timestamp: expect.stringMatching(/Z$/), requestId: expect.stringMatching(/^[\da-f-]{36}$/) };
    expect(text).toEqual({ ...head, level: 'INFO', message: 'count 2' });
    expect(object).toEqual({ ...head, level: 'WARN', message: { event: 'low', left: 1 } });
    expect(error).toMatchObject({ level: 'ERROR', errorType: 'Error', errorMessage: 'why' });
    expect(debug).toMatchObject({ level: 'DEBUG', message: 'hidden' });
    expect(linesOf('Logging')[4]).toBe('raw line');
  });

  it('is text when the template requests it', async () => {
    await invoke('Plain');
    await eventually(() => linesOf('Plain').length === 1);

    expect(linesOf('Plain')[0]).toMatch(/^\d{4}-.*Z\t[\da-f-]{36}\tINFO\tone\rtwo$/);
  });
});
