import type { Assembly, Resource } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import type { CredentialsOf } from '../aws/credentials.ts';
import { functionNameIn, type Place, physicalName } from '../aws/names.ts';
import { dynamodbPermissions, type PartitionKeys } from './dynamodb-permissions.ts';
import { ecsPermissions, type TaskRoles } from './ecs-permissions.ts';
import { decide, type PermissionRequest } from './policy.ts';
import { loadPrincipals, type Principal } from './roles.ts';

export type Service = 'dynamodb' | 'ecs' | 'secretsmanager' | 'lambda';

interface AccessOptions {
  readonly assembly: Assembly;
  readonly place: Place;
  readonly secretArns: readonly string[];
  readonly credentialsOf: CredentialsOf;
  /** The local cloud's own key, which may do everything. */
  readonly adminKeyId: string;
}

/** Decides, from the synthesised policies alone, whether a caller may make a call. */
export class AccessControl {
  readonly #principals: ReadonlyMap<string, Principal>;
  readonly #place: Place;
  readonly #partitionKeys: PartitionKeys;
  readonly #taskDefinitions: readonly TaskRoles[];
  readonly #secretArns: readonly string[];
  readonly #adminKeyId: string;

  constructor({ assembly, place, secretArns, credentialsOf, adminKeyId }: AccessOptions) {
    this.#principals = loadPrincipals(assembly, credentialsOf);
    this.#place = place;
    this.#partitionKeys = partitionKeysOf(assembly);
    this.#taskDefinitions = assembly.ofType('AWS::ECS::TaskDefinition').map((resource) => rolesOf(resource, place));
    this.#secretArns = secretArns;
    this.#adminKeyId = adminKeyId;
  }

  /** The principal of a function, for what AWS does in the function's name (such as reading a stream for it). */
  principalOf(functionName: string): Principal | undefined {
    return [...this.#principals.values()].find((principal) => principal.functionName === functionName);
  }

  /**
   * Passes when the caller's role allows all that the call needs. The local cloud's own key may do everything.
   *
   * @throws AwsError as AWS words it: UnrecognizedClientException for an unknown key, AccessDeniedException for a refusal.
   */
  authorize(accessKeyId: string, service: Service, operation: string, input: Readonly<Record<string, unknown>>): void {
    if (accessKeyId === this.#adminKeyId) return;
    const principal = this.#principals.get(accessKeyId);
    if (!principal) {
      const status = service === 'lambda' ? 403 : 400;
      throw new AwsError(
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
        status,
      );
    }
    for (const request of this.#permissions(service, operation, input)) this.#check(principal, request, service);
  }

  #permissions(
    service: Service,
    operation: string,
    input: Readonly<Record<string, unknown>>,
  ): readonly PermissionRequest[] {
    switch (service) {
      case 'dynamodb':
        return dynamodbPermissions(operation, input, { ...this.#place, partitionKeys: this.#partitionKeys });
      case 'ecs':
        return ecsPermissions(operation, input, {
          ...this.#place,
          findTaskDefinition: (named) => this.#taskDefinitions.find((definition) => names(definition.arn, named)),
        });
      case 'secretsmanager':
        return [plain(`secretsmanager:${operation}`, this.#secretArn(String(input.SecretId)))];
      case 'lambda':
        return [plain('lambda:InvokeFunction', this.#functionArn(String(input.FunctionName)))];
    }
  }

  #check(principal: Principal, request: PermissionRequest, service: Service): void {
    const { region } = this.#place;
    const context = new Map([
      ...request.context,
      ['aws:principalarn', [principal.roleArn]],
      ['aws:requestedregion', [region]],
      ['aws:securetransport', ['true']],
    ]);
    const decision = decide(principal.statements, { ...request, context });
    if (decision === 'allowed') return;
    const reason =
      decision === 'explicitly-denied'
        ? 'with an explicit deny in an identity-based policy'
        : `because no identity-based policy allows the ${request.action} action`;
    throw new AwsError(
      'AccessDeniedException',
      `User: ${principal.sessionArn} is not authorized to perform: ${request.action} on resource: ${request.resource} ${reason}`,
      service === 'lambda' ? 403 : 400,
    );
  }

  #secretArn(nameOrArn: string): string {
    const { region, accountId } = this.#place;
    const prefix = `arn:aws:secretsmanager:${region}:${accountId}:secret:`;
    const known = this.#secretArns.find((arn) => arn === nameOrArn || arn.startsWith(`${prefix}${nameOrArn}-`));
    return known ?? (nameOrArn.startsWith('arn:') ? nameOrArn : `${prefix}${nameOrArn}`);
  }

  #functionArn(nameOrArn: string): string {
    return `arn:aws:lambda:${this.#place.region}:${this.#place.accountId}:function:${functionNameIn(nameOrArn)}`;
  }
}

function plain(action: string, resource: string): PermissionRequest {
  return { action, resource, context: new Map() };
}

/** Whether `named` (a family, a family with revision, or an ARN with or without one) means the definition of this ARN. */
function names(arn: string, named: string): boolean {
  const familyAndRevision = arn.split('/').at(-1) ?? '';
  const wanted = named.split('/').at(-1);
  return wanted === familyAndRevision || wanted === familyAndRevision.split(':')[0];
}

function rolesOf(resource: Resource, place: Place): TaskRoles {
  const { Family, TaskRoleArn, ExecutionRoleArn } = resource.properties;
  return {
    arn: `arn:aws:ecs:${place.region}:${place.accountId}:task-definition/${String(Family)}:1`,
    roleArns: [TaskRoleArn, ExecutionRoleArn].filter((role) => typeof role === 'string'),
  };
}

function partitionKeysOf(assembly: Assembly): PartitionKeys {
  const tables = [...assembly.ofType('AWS::DynamoDB::Table'), ...assembly.ofType('AWS::DynamoDB::GlobalTable')];
  return new Map(
    tables.map((table) => {
      const schema = table.properties.KeySchema as readonly { AttributeName: string; KeyType: string }[];
      return [physicalName(table), schema.find((key) => key.KeyType === 'HASH')?.AttributeName ?? ''];
    }),
  );
}
