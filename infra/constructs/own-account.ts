import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * Conditions of the trust policy of a role for which AWS documents none. They refuse other accounts where the service
 * names the account for which it acts, and do not refuse a service that names none.
 */
export function ownAccountIfNamed(scope: Construct) {
  return { StringEqualsIfExists: { 'aws:SourceAccount': Stack.of(scope).account } };
}

export function serviceForOwnAccount(scope: Construct, service: string): ServicePrincipal {
  return new ServicePrincipal(service, { conditions: ownAccountIfNamed(scope) });
}
