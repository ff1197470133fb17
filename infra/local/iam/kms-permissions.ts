import type { Input } from './call-input.ts';
import type { PermissionRequest } from './policy.ts';

/** The permission that AWS requires for an operation of KMS, with the whole encryption context. */
export function kmsPermissions(operation: string, input: Input, keyArn: string): readonly PermissionRequest[] {
  const given = Object.entries(Object(input.EncryptionContext) as Record<string, unknown>);
  const context = new Map(
    given.map(([name, value]) => [`kms:encryptioncontext:${name.toLowerCase()}`, [String(value)]] as const),
  );
  return [{ action: `kms:${operation}`, resource: keyArn, context }];
}
