import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, CustomResource, Duration } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { prefixOf, type Settings } from '../config.ts';
import { makeLogGroup, writeTo } from './log-group.ts';

const sources = join(import.meta.dirname, '..', 'custom-resources');

export interface CustomResourceOptions {
  /** The name of the file in infra/custom-resources and the suffix of the function's name. */
  readonly name: string;
  readonly resourceType: `Custom::${string}`;
  readonly description: string;
  /** The permissions of the function, besides writing its log. */
  readonly statements: readonly PolicyStatement[];
  readonly settings: Settings;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** A directory whose content the function finds in `files`. Without one, its code is inline. */
  readonly files?: string;
}

/**
 * A custom resource with its function, role and log group, as children of the scope. The function needs only the SDK of
 * the runtime, and runs once per deployment.
 */
export function makeCustomResource(scope: Construct, options: CustomResourceOptions): CustomResource {
  const { name, resourceType, description, statements, settings, properties, files } = options;
  const functionName = `${prefixOf(settings)}-${name}`;
  const logGroup = makeLogGroup(scope, 'Logs', settings, `/aws/lambda/${functionName}`);
  const lambda = new LambdaFunction(scope, 'Function', {
    functionName,
    description,
    code: files === undefined ? Code.fromInline(codeOf(name)) : Code.fromAsset(packageOf(scope, name, files)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    // Inline policies: a policy attached later may not yet apply when the function runs.
    role: new Role(scope, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { main: new PolicyDocument({ statements: [writeTo(logGroup), ...statements] }) },
    }),
    timeout: Duration.seconds(60),
    memorySize: 256,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
  });
  return new CustomResource(scope, 'Resource', {
    resourceType,
    serviceToken: lambda.functionArn,
    serviceTimeout: Duration.minutes(5),
    ...(properties && { properties }),
  });
}

/** A directory with the code and the files, in the cloud assembly. */
function packageOf(scope: Construct, name: string, files: string): string {
  const directory = join((scope.node.root as App).outdir, 'custom-resources', name);
  // An earlier synthesis can have left other files.
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  cpSync(files, join(directory, 'files'), { recursive: true });
  writeFileSync(join(directory, 'index.js'), codeOf(name));
  return directory;
}

/** @throws when esbuild cannot bundle the file */
function codeOf(name: string): string {
  const { outputFiles } = buildSync({
    // Keeps the path of the checkout out of the bundle's comments.
    absWorkingDir: sources,
    entryPoints: [join(sources, `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    external: ['@aws-sdk/*'],
  });
  return outputFiles.map(({ text }) => text).join('');
}
