import type { Context } from 'aws-lambda';
import { type InstalledKeys, installIngressKeys } from '../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import { ANSWER_MS, answerCustomResource, customResourceRequest } from '../../shared/platform/aws/custom-resource.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { ingressKeysInstallation } from '../../shared/wiring/sandboxes.ts';

/**
 * Installs the ingress keys at the edge when CloudFormation creates the store and when an operator rotates them.
 * The response has key numbers, never a key.
 */
export async function handler(event: unknown, context: Context): Promise<InstalledKeys | undefined> {
  const request = customResourceRequest(event);
  if (!request) return installIngressKeys(ingressKeysInstallation(grantedTo('install-ingress-keys')));
  await answerCustomResource(request, {
    physicalId: 'ingress-keys',
    run: () => installIngressKeys(ingressKeysInstallation(grantedTo('install-ingress-keys'))),
    withinMilliseconds: context.getRemainingTimeInMillis() - ANSWER_MS,
  });
  return undefined;
}
