import { AppError } from '../../../platform/errors.ts';
import type { SandboxClaim } from '../../sandboxes/agent/authenticate-sandbox.ts';
import type { AuthenticateModelKey, ModelCaller } from '../keys/model-caller.ts';

/**
 * The conversation whose agent calls a model. All refusals are equal, to hide which conversations exist.
 *
 * @throws AppError `unauthenticated`
 */
export async function callingAgent(
  { modelKey }: Pick<SandboxClaim, 'modelKey'>,
  { authenticate }: { readonly authenticate: AuthenticateModelKey },
): Promise<ModelCaller> {
  const caller = modelKey ? await authenticate(modelKey) : undefined;
  if (caller) return caller;
  throw new AppError(
    'unauthenticated',
    "Send the model key of a conversation whose sandbox runs, as 'Authorization: Bearer …' or in the header x-api-key.",
  );
}
