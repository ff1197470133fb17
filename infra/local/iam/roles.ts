import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { CredentialsOf } from '../aws/credentials.ts';
import { functionIds, physicalName } from '../aws/names.ts';
import { parsePolicy, type Statement, statementsOf, UnsupportedPolicyError } from './policy.ts';
import { Principal } from './principal.ts';

/** Policy resources that our templates do not have. Ignoring one would deny what AWS allows. */
const unsupportedTypes = ['AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy'];

/** Every function with the permissions of its role, by access key id. @throws Error naming an unusable policy */
export function loadPrincipals(assembly: Assembly, credentialsOf: CredentialsOf): ReadonlyMap<string, Principal> {
  const unknown = unsupportedTypes.find((type) => assembly.ofType(type).length > 0);
  if (unknown) throw new Error(`${unknown} cannot be evaluated locally`);
  const ids = functionIds(assembly);
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
  const managed = rolesNamed(assembly, roleName)
    .flatMap((role) => list(role.properties.ManagedPolicyArns).map(String))
    .map((arn) => ({ name: arn, document: () => managedPolicyDocument(arn) }));
  return [...ownDocumentsOf(assembly, roleName), ...managed];
}

/** The policies that the template writes for one role: inline, or attached by a policy resource. */
export function ownDocumentsOf(assembly: Assembly, roleName: string): readonly NamedDocument[] {
  const inline = rolesNamed(assembly, roleName).flatMap((role) => list(role.properties.Policies).map(inlinePolicy));
  const attached = assembly
    .ofType('AWS::IAM::Policy')
    .filter(({ properties }) => list(properties.Roles).includes(roleName));
  return [...inline, ...attached.map(policyResource)];
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

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** AWS's managed policies, reduced to the services that run locally. */
const documents: Readonly<Record<string, unknown>> = {
  AWSLambdaBasicExecutionRole: { Statement: [] },
};

/** @throws UnsupportedPolicyError for a policy that is not listed */
function managedPolicyDocument(arn: string): unknown {
  const name = arn.split('/').at(-1) ?? '';
  const document = documents[name];
  if (document === undefined) throw new UnsupportedPolicyError(`the AWS managed policy ${arn}`);
  return document;
}

/** One role of the template, as `GET /_local/permissions` shows it. */
export interface RoleReport {
  readonly role: string;
  /** Id of the role's function, or `api-gateway`; null for a role that only AWS services use. */
  readonly function: string | null;
  /** Name of that function in AWS. */
  readonly functionName: string | null;
  /** The statements of the template's policies for the role, as synthesised. */
  readonly statements: readonly Readonly<Record<string, unknown>>[];
  /** The permissions used in this run: one example for everything that the same parts of the statements allow. */
  readonly used: readonly UsedPermission[];
}

interface UsedPermission {
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, readonly string[]>>;
}

export function reportRoles(assembly: Assembly, principals: readonly Principal[]): readonly RoleReport[] {
  return assembly.ofType('AWS::IAM::Role').map((role) => {
    const name = physicalName(role);
    const principal = principals.find(({ roleName }) => roleName === name);
    return {
      role: name,
      function: principal?.id ?? null,
      functionName: principal?.functionName ?? null,
      statements: ownDocumentsOf(assembly, name).flatMap(({ document }) => statementsOf(document())),
      used: (principal?.used ?? []).map((request) => ({ ...request, context: Object.fromEntries(request.context) })),
    };
  });
}
