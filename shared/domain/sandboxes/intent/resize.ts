import type { ResourcesRequest } from '../../../contract/shapes/resources.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { isSameSize } from '../../billing/usage/task-size.ts';
import type { ChosenSize } from '../record/resize.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { chooseSize } from '../specs/choose-size.ts';
import type { SandboxSpecs } from '../specs/sandbox-specs.ts';

interface Deps {
  readonly specs: Pick<SandboxSpecs, 'find'>;
  readonly now: Clock;
}

/**
 * The size from the next resume on. A running task keeps its size, and so does what counts towards limits: the resume
 * applies the new size, and checks the limits with it.
 *
 * @throws AppError `validation_failed`, or `conflict` when the spec is no longer offered
 */
export function resizeRequested(
  sandbox: Sandbox,
  asked: ResourcesRequest | null | undefined,
  { specs, now }: Deps,
): Partial<Pick<Sandbox, 'resize'>> {
  if (!asked) return {};
  const spec = specs.find(sandbox.spec_id);
  if (!spec) throw new AppError('conflict', `The sandbox spec '${sandbox.spec_id}' is no longer offered.`);
  const { resize, workspace_gigabytes: leastGigabytes } = sandbox;
  const chosen = chooseSize(asked, spec, now(), { otherwise: resize ?? sandbox, leastGigabytes });
  return { resize: isSameAs(chosen, sandbox) ? null : chosen };
}

function isSameAs(chosen: ChosenSize, sandbox: Sandbox): boolean {
  return isSameSize(chosen.size, sandbox.size) && chosen.workspace_gigabytes === sandbox.workspace_gigabytes;
}
