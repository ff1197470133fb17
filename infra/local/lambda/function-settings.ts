import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import { functionIdOf, functionNameIn, physicalName } from '../aws/names.ts';

/** The template's settings of one function, with Lambda's defaults. */
export interface FunctionSettings {
  /** The function's id in the code. */
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  readonly directory: string;
  /** `file.export`, as in the template. */
  readonly handler: string;
  readonly modulePath: string;
  readonly exportName: string;
  readonly runtime: string;
  readonly timeoutMilliseconds: number;
  readonly memoryMegabytes: number;
  readonly logFormat: 'JSON' | 'Text';
  readonly logLevel: string | undefined;
  readonly logGroup: string;
  /** Instances that may run at once. Further invocations wait. */
  readonly instanceLimit: number;
  /** Further attempts at a failed asynchronous invocation. */
  readonly retries: number;
  /** Older asynchronous invocations are given up. */
  readonly eventAgeMilliseconds: number;
  readonly variables: Readonly<Record<string, string>>;
}

/** Without reserved concurrency, a limit for a laptop instead of the 1,000 of an account. */
const unreservedLimit = 10;

/** @throws AssemblyError when the function's code is not in the assembly. */
export function readSettings(assembly: Assembly, resource: Resource, region: string): FunctionSettings {
  const { properties } = resource;
  const name = physicalName(resource);
  const logging = Object(properties.LoggingConfig);
  const handler = String(properties.Handler);
  const directory = assembly.assetPath(resource);
  const invoke = eventInvokeSettings(assembly, name);
  return {
    id: functionIdOf(resource),
    name,
    arn: `arn:aws:lambda:${region}:${accountOf(properties)}:function:${name}`,
    directory,
    handler,
    ...moduleOf(directory, handler),
    runtime: String(properties.Runtime),
    timeoutMilliseconds: Number(properties.Timeout ?? 3) * 1000,
    memoryMegabytes: Number(properties.MemorySize ?? 128),
    logFormat: logging.LogFormat === 'JSON' ? 'JSON' : 'Text',
    logLevel: logging.ApplicationLogLevel,
    logGroup: String(logging.LogGroup ?? `/aws/lambda/${name}`),
    instanceLimit: Number(properties.ReservedConcurrentExecutions ?? unreservedLimit),
    retries: Number(invoke.MaximumRetryAttempts ?? 2),
    eventAgeMilliseconds: Number(invoke.MaximumEventAgeInSeconds ?? 21_600) * 1000,
    variables: variablesOf(properties),
  };
}

/** The account in the ARN of the function's role. */
function accountOf(properties: Record<string, unknown>): string {
  return String(properties.Role).split(':')[4] ?? '';
}

function moduleOf(directory: string, handler: string): { modulePath: string; exportName: string } {
  const dot = handler.lastIndexOf('.');
  const base = join(directory, handler.slice(0, dot));
  const extension = ['.js', '.mjs', '.cjs'].find((candidate) => existsSync(base + candidate)) ?? '.mjs';
  return { modulePath: base + extension, exportName: handler.slice(dot + 1) };
}

function eventInvokeSettings(assembly: Assembly, name: string): Record<string, unknown> {
  const found = assembly
    .ofType('AWS::Lambda::EventInvokeConfig')
    .find(({ properties }) => functionNameIn(String(properties.FunctionName)) === name);
  return found?.properties ?? {};
}

function variablesOf(properties: Record<string, unknown>): Record<string, string> {
  const { Variables = {} } = Object(properties.Environment);
  return Object.fromEntries(Object.entries(Variables).map(([key, value]) => [key, String(value)]));
}
