import { Duration } from 'aws-cdk-lib';
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
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
import { Construct } from 'constructs';
import { functionNameOf, logGroupNameOf } from '../api/names.ts';
import { reservedConcurrencyOf, type Settings } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import type { FunctionBundles } from './function-code.ts';
import { makeLogGroup, writeTo } from './log-group.ts';

interface ServiceFunctionProps {
  readonly id: string;
  readonly summary: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly bundles: FunctionBundles;
  readonly settings: Settings;
}

/** A function with its own role and log group. `infra/access` grants further permissions. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { settings } = props;
    const logGroup = makeLogGroup(this, 'Logs', settings, logGroupNameOf(settings, props.id));
    const role = new FunctionRole(this, 'Role');
    role.addToPolicy(writeTo(logGroup));
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
      // Only what API Gateway samples: Lambda's own sampling would trace every sweep of an idle service.
      tracing: Tracing.PASS_THROUGH,
    });
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'Traces and the lists of ECS, EC2 and DynamoDB streams take no resource. A test keeps the list of such actions.',
    });
  }
}

/**
 * The role of one function, with inline permissions: the function never runs with only some of them, and a deployment
 * makes one resource less per function.
 */
class FunctionRole extends Role {
  readonly #permissions: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const permissions = new PolicyDocument();
    super(scope, id, {
      // Lambda sends no account when it assumes the role, so that a condition on it would refuse Lambda.
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
