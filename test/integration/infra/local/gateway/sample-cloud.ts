import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import {
  Code,
  type FunctionProps,
  type Function as LambdaFunction,
  LoggingFormat,
  Function as NewFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { afterAll } from 'vitest';
import { type Assembly, loadAssembly } from '../../../../../infra/local/assembly/assembly.ts';
import { type AccessLogEntry, createGateway } from '../../../../../infra/local/gateway/gateway.ts';
import { createFunctions, type Functions, type FunctionsOptions } from '../../../../../infra/local/lambda/functions.ts';

interface SampleFunctionProps extends Partial<FunctionProps> {
  readonly source: string;
}

export type AddFunction = (id: string, props: SampleFunctionProps) => LambdaFunction;

export interface SampleAssembly {
  readonly assembly: Assembly;
  nameOf(id: string): string;
  remove(): void;
}

export function synthesise(build: (stack: Stack, addFunction: AddFunction) => unknown): SampleAssembly {
  const directory = mkdtempSync(join(tmpdir(), 'local-gateway-'));
  const app = new App({
    outdir: join(directory, 'cdk.out'),
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  const stack = new Stack(app, 'Sample');
  const logicalIds = new Map<string, string>();
  build(stack, (id, { source, ...props }) => {
    const code = join(directory, id);
    mkdirSync(code);
    writeFileSync(join(code, 'index.mjs'), source);
    const fn = new NewFunction(stack, id, {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(code),
      loggingFormat: LoggingFormat.JSON,
      ...props,
    });
    logicalIds.set(id, stack.getLogicalId(fn.node.defaultChild as never));
    return fn;
  });
  app.synth();
  return {
    assembly: loadAssembly(join(directory, 'cdk.out'), { region: 'us-east-1', accountId: '000000000000' }),
    nameOf: (id) => `Sample-${logicalIds.get(id)}`,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export interface SampleFunctions extends SampleAssembly {
  readonly functions: Functions;
  readonly lines: { readonly functionName: string; readonly line: string }[];
  stop(): Promise<void>;
}

export function startFunctions(
  build: (stack: Stack, addFunction: AddFunction) => unknown,
  options: Partial<FunctionsOptions> = {},
): SampleFunctions {
  const sample = synthesise(build);
  const lines: { functionName: string; line: string }[] = [];
  const functions = createFunctions({
    assembly: sample.assembly,
    credentialsOf: (functionName) => ({ accessKeyId: `KEY-${functionName}`, secretAccessKey: 'secret' }),
    awsEndpoint: () => 'http://127.0.0.1:1',
    region: 'us-east-1',
    log: (functionName, line) => lines.push({ functionName, line }),
    ...options,
  });
  const stop = async (): Promise<void> => {
    await functions.stop();
    sample.remove();
  };
  return { ...sample, functions, lines, stop };
}

export interface SampleCloud extends SampleFunctions {
  readonly baseUrl: string;
  readonly port: number;
  readonly accessLog: AccessLogEntry[];
}

/** A gateway with its functions for all tests of a file. */
export async function useCloud(build: (stack: Stack, addFunction: AddFunction) => unknown): Promise<SampleCloud> {
  const sample = startFunctions(build);
  const accessLog: AccessLogEntry[] = [];
  const { assembly, functions } = sample;
  const gateway = createGateway({ assembly, functions, log: (entry) => accessLog.push(entry) });
  const port = await gateway.listen(0);
  afterAll(async () => {
    await gateway.stop();
    await sample.stop();
  });
  return { ...sample, baseUrl: `http://127.0.0.1:${port}`, port, accessLog };
}

/** Whether a process exists and is not a zombie, which signal 0 cannot tell. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
