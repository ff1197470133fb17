import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CustomResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { transformSync } from 'esbuild';
import { prefixOf, type Settings } from '../config.ts';

const source = join(import.meta.dirname, '..', 'service-linked-role', 'handler.ts');

/** ECS's service-linked role, which an account has since its first cluster, or gets here. It is never removed. */
export class ServiceLinkedRole extends Construct {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const functionName = `${prefixOf(settings)}-service-linked-role`;
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: "Makes ECS's service-linked role in an account that has none",
      // Inline: the SDK of the runtime is all that it needs, and it runs once in a deployment.
      code: Code.fromInline(transformSync(readFileSync(source, 'utf8'), { loader: 'ts', format: 'cjs' }).code),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      role: this.#role(logGroup),
      timeout: Duration.seconds(60),
      memorySize: 256,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
    new CustomResource(this, 'Resource', {
      resourceType: 'Custom::EcsServiceLinkedRole',
      serviceToken: lambda.functionArn,
      serviceTimeout: Duration.minutes(5),
    });
  }

  /** Its policies come with the role itself: one attached later may not yet count at the only call. */
  #role(logGroup: LogGroup): Role {
    const { partition, account } = Stack.of(this);
    const logs = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const linked = `arn:${partition}:iam::${account}:role/aws-service-role/ecs.amazonaws.com/AWSServiceRoleForECS`;
    const make = new PolicyStatement({
      actions: ['iam:CreateServiceLinkedRole'],
      resources: [linked],
      conditions: { StringEquals: { 'iam:AWSServiceName': 'ecs.amazonaws.com' } },
    });
    const look = new PolicyStatement({ actions: ['iam:GetRole'], resources: [linked] });
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { main: new PolicyDocument({ statements: [logs, make, look] }) },
    });
  }
}
