import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { CredentialsOf } from '../aws/credentials.ts';
import { functionNameIn, type Place } from '../aws/names.ts';
import type { AnyService } from '../aws/service.ts';
import { readApi } from '../gateway/api.ts';
import { dynamodbPermissions } from './dynamodb-permissions.ts';
import { ebsPermissions, ec2Permissions, type TagsOf } from './ec2-permissions.ts';
import { ecsPermissions, type TaskRoles } from './ecs-permissions.ts';
import { kmsPermissions } from './kms-permissions.ts';
import { type PermissionRequest, parsePolicy } from './policy.ts';
import { Principal } from './principal.ts';
import { type Denial, refusal, unknownKey } from './refusal.ts';
import { loadPrincipals, ownDocumentsOf, type RoleReport, reportRoles } from './roles.ts';
import { sesPermissions } from './ses-permissions.ts';

interface AccessOptions {
  readonly assembly: Assembly;
  readonly place: Place;
  readonly secretArns: readonly string[];
  readonly credentialsOf: CredentialsOf;
  /** The local cloud's admin key, which belongs to an operator. */
  readonly adminKeyId: string;
  /** @throws AwsError for what the operator may not do; without it, the operator may do everything */
  readonly assertOperatorMay?: (service: AnyService, operation: string) => void;
  readonly tagsOf: TagsOf;
  /** The key to which a call of KMS refers. */
  readonly keyArnFor: (input: Readonly<Record<string, unknown>>) => string;
  readonly onDenied: (denial: Denial) => void;
}

/** Decides from the synthesised policies alone whether a caller may make a call. */
export class AccessControl {
  readonly #options: AccessOptions;
  readonly #principals: ReadonlyMap<string, Principal>;
  readonly #apiCallers: ReturnType<typeof apiCallers>;
  readonly #taskDefinitions: readonly TaskRoles[];

  /** @throws Error when the API may not invoke a function that its document names */
  constructor(options: AccessOptions) {
    const { assembly, place, credentialsOf } = options;
    this.#options = options;
    this.#principals = loadPrincipals(assembly, credentialsOf);
    this.#apiCallers = apiCallers(assembly);
    assertApiMayInvoke(this.#apiCallers, place);
    this.#taskDefinitions = assembly.ofType('AWS::ECS::TaskDefinition').map((resource) => rolesOf(resource, place));
  }

  /** The principal of a function, for what AWS does on the function's behalf, such as reading a stream. */
  principalOf(functionName: string): Principal | undefined {
    return [...this.#principals.values()].find((principal) => principal.functionName === functionName);
  }

  /** The function that signs with this key; undefined for the admin key and for unknown keys. */
  callerOf(accessKeyId: string): Principal | undefined {
    return this.#principals.get(accessKeyId);
  }

  /** What each role allows by the policies of the template, and which of it was used in this run. */
  report(): readonly RoleReport[] {
    const callers = this.#apiCallers.map(({ principal }) => principal);
    return reportRoles(this.#options.assembly, [...this.#principals.values(), ...callers]);
  }

  /** @throws AwsError, worded as in AWS, for an unknown key or a missing permission */
  authorize(
    accessKeyId: string,
    service: AnyService,
    operation: string,
    input: Readonly<Record<string, unknown>>,
  ): void {
    if (accessKeyId === this.#options.adminKeyId) {
      this.#options.assertOperatorMay?.(service, operation);
      return;
    }
    const principal = this.#principals.get(accessKeyId);
    if (!principal) throw unknownKey(service);
    for (const request of this.#permissions(service, operation, input)) this.#check(principal, request, service);
  }

  #permissions(
    service: AnyService,
    operation: string,
    input: Readonly<Record<string, unknown>>,
  ): readonly PermissionRequest[] {
    const { place, tagsOf, keyArnFor } = this.#options;
    switch (service) {
      case 'dynamodb':
        return dynamodbPermissions(operation, input, place);
      case 'ebs':
        return ebsPermissions(operation, input, { ...place, tagsOf });
      case 'ec2':
        return ec2Permissions(operation, input, { ...place, tagsOf });
      case 'ecs':
        return ecsPermissions(operation, input, {
          ...place,
          findTaskDefinition: (named) => this.#taskDefinitions.find((definition) => names(definition.arn, named)),
        });
      case 'kms':
        return kmsPermissions(operation, input, keyArnFor(input));
      case 'ses':
        return sesPermissions(operation, input, place);
      case 'secretsmanager':
        return [plain(`secretsmanager:${operation}`, this.#secretArn(String(input.SecretId)))];
      case 'logs':
        return [plain(`logs:${operation}`, logStreamArn(input, place))];
      case 'cloudfront-keyvaluestore':
        return [plain(`${service}:${operation}`, String(input.KvsARN))];
      case 'lambda':
        return [
          plain(
            operation === 'Invoke' ? 'lambda:InvokeFunction' : `lambda:${operation}`,
            this.#functionArn(String(input.FunctionName ?? input.Resource ?? '*')),
          ),
        ];
      default:
        return [plain(`${service}:${operation}`, '*')];
    }
  }

  #check(principal: Principal, request: PermissionRequest, service: AnyService): void {
    if (principal.decide(request) === 'allowed') return;
    const { onDenied } = this.#options;
    onDenied({ caller: principal.id, action: request.action, resource: request.resource });
    throw refusal(service, principal, request);
  }

  #secretArn(nameOrArn: string): string {
    const { place, secretArns } = this.#options;
    const prefix = `arn:aws:secretsmanager:${place.region}:${place.accountId}:secret:`;
    const known = secretArns.find((arn) => arn === nameOrArn || arn.startsWith(`${prefix}${nameOrArn}-`));
    return known ?? (nameOrArn.startsWith('arn:') ? nameOrArn : `${prefix}${nameOrArn}`);
  }

  #functionArn(nameOrArn: string): string {
    const { region, accountId } = this.#options.place;
    return `arn:aws:lambda:${region}:${accountId}:function:${functionNameIn(nameOrArn)}`;
  }
}

/** CloudWatch Logs checks a search on the group, whose ARN then ends with an empty stream. */
function logStreamArn({ logGroupName, logStreamName = '' }: Readonly<Record<string, unknown>>, place: Place): string {
  const group = `arn:aws:logs:${place.region}:${place.accountId}:log-group:${String(logGroupName)}`;
  return `${group}:log-stream:${String(logStreamName)}`;
}

function plain(action: string, resource: string): PermissionRequest {
  return { action, resource, context: new Map() };
}

/** Whether `named` (family, family:revision, or ARN with or without a revision) refers to this definition. */
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

/** A role with which the API invokes functions. */
interface ApiCaller {
  readonly principal: Principal;
  readonly functionNames: ReadonlySet<string>;
}

/** The roles that the document of the API names, each with the functions that it has to invoke. */
function apiCallers(assembly: Assembly): readonly ApiCaller[] {
  if (assembly.ofType('AWS::ApiGateway::RestApi').length === 0) return [];
  const calls = readApi(assembly).methods.flatMap(({ integration, credentials = '', authorizer }) => [
    ...(integration.type === 'function' ? [{ functionName: integration.functionName, credentials }] : []),
    ...(authorizer ? [authorizer] : []),
  ]);
  return [...Map.groupBy(calls, ({ credentials }) => credentials)].map(([roleArn, called]) => {
    const roleName = roleArn.split('/').at(-1) ?? '';
    const statements = ownDocumentsOf(assembly, roleName).flatMap(({ document }) => parsePolicy(document()));
    const principal = new Principal({ id: 'api-gateway', functionName: 'api-gateway', roleName, roleArn, statements });
    return { principal, functionNames: new Set(called.map(({ functionName }) => functionName)) };
  });
}

/** API Gateway responds 500 when its role may not invoke a function. @throws Error naming role and function */
function assertApiMayInvoke(callers: readonly ApiCaller[], { region, accountId }: Place): void {
  for (const { principal, functionNames } of callers) {
    for (const name of functionNames) {
      const resource = `arn:aws:lambda:${region}:${accountId}:function:${name}`;
      const decision = principal.decide({ action: 'lambda:InvokeFunction', resource, context: new Map() });
      if (decision !== 'allowed') throw new Error(`The API's role '${principal.roleArn}' may not invoke ${name}.`);
    }
  }
}
