import { expect, it } from 'vitest';
import { notRegistered } from '../../../../../shared/domain/sandboxes/own-specs/check-reasons.ts';

it('shows the refusal of ECS without resources and accounts', () => {
  const said =
    "Role 'arn:aws:iam::123456789012:role/agents-execution' of account 123456789012 cannot be used with 3 vCPU.";

  expect(notRegistered(said).message).toBe(
    "ECS does not accept the spec: Role '(a resource)' of account (an account) cannot be used with 3 vCPU.",
  );
});
