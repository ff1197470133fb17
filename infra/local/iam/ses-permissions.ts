import type { Place } from '../aws/names.ts';
import type { Input } from './call-input.ts';
import type { PermissionRequest } from './policy.ts';

/** SES checks the identity of the sender. Here, each address is one. */
export function sesPermissions(operation: string, input: Input, place: Place): readonly PermissionRequest[] {
  const from = String(input.FromEmailAddress ?? input.EmailIdentity ?? '*');
  const resource = `arn:aws:ses:${place.region}:${place.accountId}:identity/${from}`;
  return [{ action: `ses:${operation}`, resource, context: new Map([['ses:fromaddress', [from]]]) }];
}
