import { expect, it } from 'vitest';
import { deploymentOf } from '../../../../infra/keys/find-service.ts';

it.each(['acs-dev', 'acs-dev-data', 'acs-dev-api'])('%s names the deployment acs-dev', (stack) => {
  expect(deploymentOf(stack)).toBe('acs-dev');
});
