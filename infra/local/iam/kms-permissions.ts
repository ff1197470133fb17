import type { PermissionRequest } from './policy.ts';

type Input = Readonly<Record<string, unknown>>;

/** What AWS asks IAM before it does `operation` of KMS: for the key, with every name and value of the encryption context. */
export function kmsPermissions(operation: string, input: Input, keyArn: string): readonly PermissionRequest[] {
  const given = Object.entries(Object(input.EncryptionContext) as Record<string, unknown>);
  const context = new Map<string, string[]>(
    given.map(([name, value]) => [`kms:encryptioncontext:${name.toLowerCase()}`, [String(value)]]),
  );
  if (given.length > 0)
    context.set(
      'kms:encryptioncontextkeys',
      given.map(([name]) => name),
    );
  return [{ action: `kms:${operation}`, resource: keyArn, context }];
}
