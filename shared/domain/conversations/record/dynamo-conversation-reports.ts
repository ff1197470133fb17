import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { orLostRace } from '../../../platform/aws/conditional-write.ts';
import { absent, all, any, type Condition, is, updateOf } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationReports, FollowedState } from './conversation-state.ts';

export class DynamoConversationReports extends TableStore<Tables<'conversations'>> implements ConversationReports {
  async follow({ owner_id, conversation_id, ...row }: Conversation, change: Partial<FollowedState>): Promise<void> {
    const version = row.state_version ?? 0;
    const { title } = change;
    const command = new UpdateCommand({
      TableName: this.tables.conversations,
      Key: { owner_id, conversation_id },
      ...updateOf({
        set: { ...change, title_search: title?.toLowerCase(), state_version: version + 1 },
        when: all(
          is('created_at', '=', row.created_at),
          version === 0 ? absent('state_version') : is('state_version', '=', version),
          ...(title === undefined ? [] : [unless('title_by', 'user'), asRead(row.title_asked)]),
        ),
      }),
    });
    await orLostRace(this.documents.send(command), () => new VersionConflictError('conversation', conversation_id));
  }
}

function asRead(isAsked: Conversation['title_asked']): Condition {
  return isAsked ? is('title_asked', '=', true) : unless('title_asked', true);
}

function unless(name: string, value: unknown): Condition {
  return any(absent(name), is(name, '<>', value));
}
