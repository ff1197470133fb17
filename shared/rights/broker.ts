import { knowTargets, readProfileModel } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** Finds the conversation, its sandbox and its model. */
const callModel = rights(readProfileModel, knowTargets, {
  conversations: ['BatchGetItem'],
  sandboxes: ['BatchGetItem'],
});

export const brokerRights = {
  'create-chat-completion': callModel,
  'create-model-response': callModel,
  'create-embeddings': callModel,
  'create-anthropic-message': callModel,
} satisfies AreaRights<'broker'>;
