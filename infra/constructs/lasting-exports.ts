import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Exports these values of a construct whether or not another stack uses them. An export that went with its last user
 * would fail the deployment that removes the user: the exporting stack comes first, when the user is still there.
 */
export function exportForGood(scope: Construct, ...values: readonly (string | undefined)[]): void {
  for (const value of values) if (value !== undefined) Stack.of(scope).exportValue(value);
}
