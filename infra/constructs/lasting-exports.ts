import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Exports values even if no other stack uses them. An export that disappeared with its last user would fail the
 * deployment that removes the user, because the exporting stack is deployed first.
 */
export function exportForGood(scope: Construct, ...values: readonly (string | undefined)[]): void {
  for (const value of values) if (value !== undefined) Stack.of(scope).exportValue(value);
}
