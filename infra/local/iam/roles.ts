import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { CredentialsOf } from '../aws/credentials.ts';
import { physicalName } from '../aws/names.ts';
import { UnsupportedPolicyError } from './condition.ts';
import { managedPolicyDocument } from './managed-policies.ts';
import { parsePolicy, type Statement } from './policy.ts';

/** A function as IAM sees it: the session of its role. */
export interface Principal {
  readonly functionName: string;
  readonly roleArn: string;
  /** As AWS names it in refusals: `arn:aws:sts::…:assumed-role/role/function`. */
  readonly sessionArn: string;
  readonly statements: readonly Statement[];
}

/**
 * Every function of the assembly with what its role allows, by access key id.
 *
 * @throws Error naming role and policy when a policy cannot be evaluated locally.
 */
export function loadPrincipals(assembly: Assembly, credentialsOf: CredentialsOf): ReadonlyMap<string, Principal> {
  const principals = assembly.ofType('AWS::Lambda::Function').map((resource) => principalOf(assembly, resource));
  return new Map(principals.map((principal) => [credentialsOf(principal.functionName).accessKeyId, principal]));
}

function principalOf(assembly: Assembly, resource: Resource): Principal {
  const functionName = physicalName(resource);
  const roleArn = String(resource.properties.Role);
  const roleName = roleArn.split('/').at(-1) ?? roleArn;
  const account = roleArn.split(':')[4] ?? '';
  return {
    functionName,
    roleArn,
    sessionArn: `arn:aws:sts::${account}:assumed-role/${roleName}/${functionName}`,
    statements: documentsOf(assembly, roleName).flatMap(({ name, document }) => parseNamed(roleName, name, document)),
  };
}

function parseNamed(roleName: string, policyName: string, document: () => unknown): readonly Statement[] {
  try {
    return parsePolicy(document());
  } catch (error) {
    if (!(error instanceof UnsupportedPolicyError)) throw error;
    throw new Error(`policy ${policyName} of role ${roleName} cannot be evaluated locally: it uses ${error.message}`);
  }
}

interface NamedDocument {
  readonly name: string;
  readonly document: () => unknown;
}

/** The policies of one role: inline, attached by a policy resource, or managed. */
function documentsOf(assembly: Assembly, roleName: string): readonly NamedDocument[] {
  const roles = assembly.ofType('AWS::IAM::Role').filter((role) => physicalName(role) === roleName);
  const inline = roles.flatMap((role) => list(role.properties.Policies).map(inlinePolicy));
  const attached = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']
    .flatMap((type) => assembly.ofType(type))
    .filter((policy) => [...list(policy.properties.Roles), policy.properties.RoleName].includes(roleName))
    .map((policy) => ({ name: policy.logicalId, document: () => policy.properties.PolicyDocument }));
  const managed = roles
    .flatMap((role) => list(role.properties.ManagedPolicyArns))
    .map((arn) => ({ name: String(arn), document: () => managedPolicy(assembly, String(arn)) }));
  return [...inline, ...attached, ...managed];
}

function inlinePolicy(policy: unknown): NamedDocument {
  const { PolicyName, PolicyDocument } = policy as { PolicyName?: unknown; PolicyDocument?: unknown };
  return { name: String(PolicyName), document: () => PolicyDocument };
}

/** A managed policy of the template is found by the name that ends its ARN; any other has to be one of AWS's own. */
function managedPolicy(assembly: Assembly, arn: string): unknown {
  const own = assembly.ofType('AWS::IAM::ManagedPolicy').find((policy) => arn.endsWith(`/${physicalName(policy)}`));
  return own ? own.properties.PolicyDocument : managedPolicyDocument(arn);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
