import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { CredentialsOf } from '../aws/credentials.ts';
import { physicalName } from '../aws/names.ts';
import { shortNames } from '../service-log.ts';
import { UnsupportedPolicyError } from './condition.ts';
import { managedPolicyDocument } from './managed-policies.ts';
import { parsePolicy, type Statement } from './policy.ts';
import { Principal } from './principal.ts';

/**
 * Every function of the assembly with what its role allows, by access key id.
 *
 * @throws Error naming role and policy when a policy cannot be evaluated locally.
 */
export function loadPrincipals(assembly: Assembly, credentialsOf: CredentialsOf): ReadonlyMap<string, Principal> {
  const ids = shortNames(assembly);
  const principals = assembly.ofType('AWS::Lambda::Function').map((resource) => principalOf(assembly, resource, ids));
  return new Map(principals.map((principal) => [credentialsOf(principal.functionName).accessKeyId, principal]));
}

function principalOf(assembly: Assembly, resource: Resource, ids: ReadonlyMap<string, string>): Principal {
  const functionName = physicalName(resource);
  const roleArn = String(resource.properties.Role);
  const roleName = roleArn.split('/').at(-1) ?? roleArn;
  return new Principal({
    id: ids.get(functionName) ?? functionName,
    functionName,
    roleName,
    roleArn,
    statements: documentsOf(assembly, roleName).flatMap(({ name, document }) => parseNamed(roleName, name, document)),
  });
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

function documentsOf(assembly: Assembly, roleName: string): readonly NamedDocument[] {
  const managed = managedPolicyArns(assembly, roleName)
    .filter((arn) => !ownManagedPolicy(assembly, arn))
    .map((arn) => ({ name: arn, document: () => managedPolicyDocument(arn) }));
  return [...ownDocumentsOf(assembly, roleName), ...managed];
}

/** The policies of one role that the template itself writes: inline, attached by a policy resource, or managed. */
export function ownDocumentsOf(assembly: Assembly, roleName: string): readonly NamedDocument[] {
  const inline = rolesNamed(assembly, roleName).flatMap((role) => list(role.properties.Policies).map(inlinePolicy));
  const attached = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']
    .flatMap((type) => assembly.ofType(type))
    .filter((policy) => [...list(policy.properties.Roles), policy.properties.RoleName].includes(roleName));
  const managed = managedPolicyArns(assembly, roleName).flatMap((arn) => ownManagedPolicy(assembly, arn) ?? []);
  return [...inline, ...[...attached, ...managed].map(policyResource)];
}

function rolesNamed(assembly: Assembly, roleName: string): readonly Resource[] {
  return assembly.ofType('AWS::IAM::Role').filter((role) => physicalName(role) === roleName);
}

function inlinePolicy(policy: unknown): NamedDocument {
  const { PolicyName, PolicyDocument } = policy as { PolicyName?: unknown; PolicyDocument?: unknown };
  return { name: String(PolicyName), document: () => PolicyDocument };
}

function policyResource({ logicalId, properties }: Resource): NamedDocument {
  return { name: logicalId, document: () => properties.PolicyDocument };
}

function managedPolicyArns(assembly: Assembly, roleName: string): readonly string[] {
  return rolesNamed(assembly, roleName).flatMap((role) => list(role.properties.ManagedPolicyArns).map(String));
}

/** A managed policy of the template is found by the name that ends its ARN; any other has to be one of AWS's own. */
function ownManagedPolicy(assembly: Assembly, arn: string): Resource | undefined {
  return assembly.ofType('AWS::IAM::ManagedPolicy').find((policy) => arn.endsWith(`/${physicalName(policy)}`));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
