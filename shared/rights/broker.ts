import { chargeModelCalls, knowTargets, openSecrets, readDeploymentKey, showModel } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/**
 * Finds the conversation of a model key, its sandbox and its model in one read, opens the key of the provider, and
 * charges the call.
 */
const callModel = rights(showModel, readDeploymentKey, openSecrets, knowTargets, chargeModelCalls, {
  // A conversation waits from a refusal at a budget to the next admission.
  conversations: ['BatchGetItem', 'UpdateItem'],
  sandboxes: ['BatchGetItem'],
  settings: ['BatchGetItem'],
});

export const brokerRights = {
  'create-chat-completion': callModel,
  'create-model-response': callModel,
  'create-embeddings': callModel,
  'create-anthropic-message': callModel,
  'list-model-calls': rights({ modelCalls: ['Query', 'conversation_index'] }),
} satisfies AreaRights<'broker'>;
