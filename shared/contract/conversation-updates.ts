import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { AppConversation } from './app-conversations.ts';
import { ProviderType } from './enums.ts';
import { ConversationId, LegacyConversationId } from './fields.ts';
import { Branch, Repository } from './repository.ts';

const Title = z.string().trim().min(1).max(200);

export const updateAppConversation = defineEndpoint({
  id: 'update-app-conversation',
  scope: 'conversations:write',
  area: 'app-conversations',
  method: 'PATCH',
  path: '/api/v1/app-conversations/{conversation_id}',
  summary: 'Change an app conversation',
  description:
    'Only what is sent changes. A title that was set here stays, whatever title the agent finds; `null` gives the choice back to the agent.',
  access: 'key',
  generation: 'v1',
  params: z.object({ conversation_id: ConversationId }),
  body: z
    .object({
      title: Title.nullish(),
      public: z.boolean().nullish(),
      selected_repository: Repository.nullish(),
      selected_branch: Branch.nullish(),
      git_provider: ProviderType.nullish(),
    })
    .meta({ id: 'AppConversationUpdate' }),
  success: { status: 200, body: AppConversation },
  errors: ['not_found'],
});

export const updateConversation = defineEndpoint({
  id: 'update-conversation',
  successor: '/api/v1/app-conversations/{conversation_id}',
  scope: 'conversations:write',
  area: 'conversations',
  method: 'PATCH',
  path: '/api/conversations/{conversation_id}',
  summary: 'Rename a conversation',
  access: 'key',
  generation: 'legacy',
  params: z.object({ conversation_id: LegacyConversationId }),
  body: z.strictObject({ title: Title }).meta({ id: 'UpdateConversationRequest' }),
  success: { status: 200, body: z.literal(true) },
  errors: ['malformed_request', 'not_found'],
});
