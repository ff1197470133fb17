import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { prefixOf, type Settings } from '../config.ts';

const sources = join(import.meta.dirname, '..', 'custom-resources');

export interface ResourceFunctionProps {
  /** The name of its file in infra/custom-resources, and the end of its own. */
  readonly name: string;
  readonly description: string;
  /** What it may do besides writing its log. */
  readonly statements: readonly PolicyStatement[];
  readonly settings: Settings;
}

/**
 * The function of a custom resource, with role and log group, as children of the scope itself. Inline, as the SDK of
 * the runtime is all that it needs, and it runs once in a deployment.
 */
export function makeResourceFunction(scope: Construct, props: ResourceFunctionProps): LambdaFunction {
  const functionName = `${prefixOf(props.settings)}-${props.name}`;
  const logGroup = new LogGroup(scope, 'Logs', {
    logGroupName: `/aws/lambda/${functionName}`,
    retention: props.settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return new LambdaFunction(scope, 'Function', {
    functionName,
    description: props.description,
    code: Code.fromInline(codeOf(props.name)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    role: roleOf(scope, logGroup, props.statements),
    timeout: Duration.seconds(60),
    memorySize: 256,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
  });
}

/** Its policies come with the role itself: one attached later may not yet count at the only call. */
function roleOf(scope: Construct, logGroup: LogGroup, statements: readonly PolicyStatement[]): Role {
  const logs = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  return new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { main: new PolicyDocument({ statements: [logs, ...statements] }) },
  });
}

/** @throws when esbuild cannot bundle the file */
function codeOf(name: string): string {
  const { outputFiles } = buildSync({
    // Comments of the bundle name files by this folder, wherever the checkout is.
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
