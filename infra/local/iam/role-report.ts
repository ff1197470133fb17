import type { Assembly } from '../assembly/assembly.ts';
import { physicalName } from '../aws/names.ts';
import { statementsOf } from './policy.ts';
import type { Principal } from './principal.ts';
import { ownDocumentsOf } from './roles.ts';

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
