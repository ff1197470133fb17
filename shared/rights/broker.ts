import { knowTargets, openSecrets, readDeploymentKey, showModel } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** Finds the conversation of a model key, its sandbox and its model in one read, and opens the key of the provider. */
const callModel = rights(showModel, readDeploymentKey, openSecrets, knowTargets, {
  conversations: ['BatchGetItem'],
  sandboxes: ['BatchGetItem'],
  settings: ['BatchGetItem'],
});

export const brokerRights = {
  'create-chat-completion': callModel,
  'create-model-response': callModel,
  'create-embeddings': callModel,
  'create-anthropic-message': callModel,
} satisfies AreaRights<'broker'>;
