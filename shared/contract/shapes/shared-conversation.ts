import * as z from 'zod';
import { ProviderType } from './enums.ts';
import { Timestamp } from './fields.ts';
import { SharedFile } from './shared-file.ts';

/** A conversation as people without a key see it. */
export const SharedConversation = z
  .object({
    id: z
      .string()
      .meta({ description: 'The value from the request: the token of a link, or the ID of the conversation.' }),
    created_by_user_id: z.string().nullable().meta({ description: 'Always null: visitors cannot see who made it.' }),
    sandbox_id: z.string().meta({ description: 'The same as `id`: visitors cannot see the sandbox.' }),
    selected_repository: z.string().nullable(),
    selected_branch: z.string().nullable(),
    git_provider: ProviderType.nullable(),
    title: z.string().nullable(),
    pr_number: z.array(z.int()),
    llm_model: z.string().nullable(),
    metrics: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Always null.' }),
    parent_conversation_id: z.string().nullable().meta({ description: 'Always null.' }),
    sub_conversation_ids: z
      .array(z.string())
      .meta({ description: 'Always empty: each conversation is shared separately.' }),
    files: z.array(SharedFile).meta({ description: 'The files that were chosen for visitors.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'SharedConversation' });
