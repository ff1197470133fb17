import type { ResourcesRequest } from '../../../contract/shapes/resources.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badField } from '../../../platform/errors.ts';
import { isSameSize } from '../../billing/usage/task-size.ts';
import type { ChosenSize } from '../record/resize.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { chooseSize, onlySize, type Sized } from '../specs/choose-size.ts';
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
  deps: Deps,
): Partial<Pick<Sandbox, 'resize'>> {
  if (!asked) return {};
  const chosen = chosenFor(sandbox, asked, sandbox.resize ?? sandbox, deps);
  return { resize: isSameAs(chosen, sandbox) ? null : chosen };
}

/**
 * The row that a resume of this size changes.
 *
 * @throws AppError as above, and `validation_failed` for a sandbox that runs with another size
 */
export function sizedForResume(sandbox: Sandbox, asked: ResourcesRequest | null | undefined, deps: Deps): Sandbox {
  if (sandbox.desired !== 'RUNNING') return { ...sandbox, ...resizeRequested(sandbox, asked, deps) };
  if (asked && !isSameAs(chosenFor(sandbox, asked, sandbox, deps), sandbox)) {
    const way = 'Omit this field to use that size, or pause the sandbox first.';
    throw badField(['resources'], `Sandbox ${sandbox.sandbox_id} already runs with another size. ${way}`);
  }
  return sandbox;
}

function chosenFor(sandbox: Sandbox, asked: ResourcesRequest, otherwise: Sized, { specs, now }: Deps): ChosenSize {
  const { spec_id: specId, workspace_gigabytes: leastGigabytes, own_version: own } = sandbox;
  const spec = own ? onlySize(sandbox, own) : specs.find(specId);
  if (!spec) throw new AppError('conflict', `The sandbox spec '${specId}' is no longer offered.`);
  return chooseSize(asked, spec, now(), { otherwise, leastGigabytes });
}

function isSameAs(chosen: ChosenSize, sandbox: Sandbox): boolean {
  return isSameSize(chosen.size, sandbox.size) && chosen.workspace_gigabytes === sandbox.workspace_gigabytes;
}
