import { badField } from '../../../../platform/errors/bad-field.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { SandboxSpec, SandboxSpecs } from '../../../sandboxes/specs/sandbox-specs.ts';
import type { StartOrder } from './start-order.ts';

const FIELD = ['sandbox_spec_id'];

/** @returns undefined when the request names none. @throws AppError `validation_failed` naming `sandbox_spec_id` */
export function wantedSpec({ request }: StartOrder, specs: SandboxSpecs): SandboxSpec | undefined {
  const { sandbox_spec_id: id } = request;
  if (id === null) return undefined;
  const spec = specs.find(id);
  if (!spec) {
    const offered = specs.all.map((offer) => offer.id).join(', ');
    throw badField(FIELD, `there is no sandbox spec with this id; there are ${offered}`);
  }
  return spec;
}

/**
 * A sandbox keeps its spec for good, so a request cannot name another one for it.
 *
 * @throws AppError `validation_failed` naming `sandbox_spec_id`
 */
export function requireSpecOf({ sandbox_id: id, spec_id: specId }: Sandbox, wanted: SandboxSpec | undefined): void {
  if (wanted === undefined || wanted.id === specId) return;
  const way = 'leave this field out to use that sandbox, or start a conversation of its own';
  throw badField(FIELD, `the conversation would run in sandbox ${id}, whose spec is '${specId}'; ${way}`);
}
