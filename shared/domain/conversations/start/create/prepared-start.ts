import { findSpec } from '../../../sandboxes/own-specs/offered-spec.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { PreparedDeps } from './prepared-workspace.ts';
import type { StartOrder } from './start-order.ts';

/**
 * The order of a start that begins from a build of its repository. Only a new conversation in a new sandbox does.
 *
 * @returns undefined if there is no such build
 */
export async function preparedOrder(
  order: StartOrder,
  existing: Conversation | undefined,
  { findPrepared, specs, ownSpecs }: PreparedDeps,
): Promise<StartOrder | undefined> {
  const { ownerId, request, snapshot } = order;
  const { selected_repository: repository, sandbox_spec_id: specId, resources } = request;
  const isInNewSandbox = request.sandbox_id === null && request.parent_conversation_id === null && !snapshot;
  if (!findPrepared || existing || !request.use_prebuild || !isInNewSandbox || repository === null) return undefined;
  const spec = specId === null ? specs.getOrDefault(undefined) : await findSpec(ownerId, specId, { specs, ownSpecs });
  // The request is refused for an unknown spec, or for a size beyond its bounds.
  if (!spec) return undefined;
  const found = await findPrepared(ownerId, {
    repository,
    gitProvider: request.git_provider,
    branch: request.selected_branch,
    specId: spec.id,
    ownFamily: spec.own?.family ?? null,
    gigabytes: resources?.disk_gb ?? spec.workspace_bounds.max,
  });
  return found && { ...order, ...found };
}
