import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { functionNameOf, logGroupNameOf } from '../api/names.ts';
import { reservedConcurrencyOf, type Settings } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import type { FunctionBundles } from './function-code.ts';

interface ServiceFunctionProps {
  readonly id: string;
  readonly summary: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly bundles: FunctionBundles;
  readonly settings: Settings;
}

/** A Lambda with its own role and log group. The permissions table says what it may do besides. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { settings } = props;
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: logGroupNameOf(settings, props.id),
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new FunctionRole(this, 'Role');
    role.addToPolicy(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: functionNameOf(settings, props.id),
      description: props.summary,
      code: props.bundles.codeOf(props.id),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      role,
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMegabytes,
      ...reservedConcurrencyOf(props.id, settings),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.INFO,
      // What the gateway samples: its own sampling would trace every sweep of an idle service.
      tracing: Tracing.PASS_THROUGH,
    });
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'Traces, and the lists of ECS, EC2 and DynamoDB streams, belong to no resource that could be named. A test keeps the list of such actions.',
    });
  }
}

/**
 * The role of one function. Its permissions are written into the role itself, not into a policy beside it: the function
 * never runs with a part of them, and a deployment makes one resource less for each function.
 */
class FunctionRole extends Role {
  readonly #permissions: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const permissions = new PolicyDocument();
    super(scope, id, {
      // Without a condition on the account: Lambda sends none when it assumes the role of a function.
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { permissions },
    });
    this.#permissions = permissions;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#permissions.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
