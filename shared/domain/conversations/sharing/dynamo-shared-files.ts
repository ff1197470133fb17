import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { orLostRace } from '../../../platform/aws/conditional-write.ts';
import { all, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { asRead, rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { transact } from '../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { logOf } from '../events/event.ts';
import { logKey } from '../events/event-rows.ts';
import type { LogKey } from '../events/event-store.ts';
import type { Conversation } from '../record/conversation.ts';
import type { FileToShare, SharedFiles } from './shared-files.ts';

const readContent = /* @__PURE__ */ rowReader(
  'shared file',
  z.object({ content: z.instanceof(Uint8Array).optional() }),
);

/** Reads contents, which are beside the events of their conversation: what removes these removes them too. */
export class DynamoSharedFileReader extends TableStore<Tables<'events'>> implements Pick<SharedFiles, 'content'> {
  async content(log: LogKey, fileId: string): Promise<Uint8Array | undefined> {
    const row = await getItem(this.documents, this.tables.events, keyOf(log, fileId));
    return row && readContent(row).content;
  }
}

/**
 * Writes new contents, then lists them in the row of the conversation, then deletes the previous ones. Visitors read
 * only what is listed. After a crash in between, unlisted contents stay until the conversation is deleted.
 */
export class DynamoSharedFiles
  extends TableStore<Tables<'conversations' | 'events'>>
  implements Pick<SharedFiles, 'replace'>
{
  async replace(conversation: Conversation, files: readonly FileToShare[]): Promise<void> {
    const ids = files.map(({ file }) => file.id);
    try {
      for (const file of files) await this.#add(conversation, file);
      await this.#list(conversation, files);
    } catch (error) {
      // After any other error, the contents may be listed.
      if (error instanceof VersionConflictError) await this.#remove(conversation, ids);
      throw error;
    }
    await this.#remove(conversation, conversation.shared_files?.map(({ id }) => id) ?? []);
  }

  /** Not after the deletion of the conversation: nothing would remove the content then. */
  async #add(conversation: Conversation, { file, content }: FileToShare): Promise<void> {
    const log = logOf(conversation);
    const Item = { ...keyOf(log, file.id), conversation_created_at: log.createdAt, content };
    await transact(this.documents, [
      { item: { Put: { TableName: this.tables.events, Item } }, lost: () => changedSince(conversation) },
      {
        item: {
          ConditionCheck: {
            TableName: this.tables.conversations,
            Key: rowOf(conversation),
            ...when(isLinked(conversation)),
          },
        },
        lost: () => changedSince(conversation),
      },
    ]);
  }

  async #list(conversation: Conversation, files: readonly FileToShare[]): Promise<void> {
    const change = updateOf({
      set: { shared_files: files.map(({ file }) => file) },
      when: all(isLinked(conversation), asRead(conversation, 'shared_files')),
    });
    const command = new UpdateCommand({
      TableName: this.tables.conversations,
      Key: rowOf(conversation),
      ...change,
    });
    await orLostRace(this.documents.send(command), () => changedSince(conversation));
  }

  async #remove(conversation: Conversation, fileIds: readonly string[]): Promise<void> {
    const log = logOf(conversation);
    const TableName = this.tables.events;
    await Promise.all(fileIds.map((id) => this.documents.send(new DeleteCommand({ TableName, Key: keyOf(log, id) }))));
  }
}

function rowOf({ owner_id, conversation_id }: Conversation) {
  return { owner_id, conversation_id };
}

/** Another link would show the files to other people. */
function isLinked(conversation: Conversation) {
  return asRead(conversation, 'share');
}

function changedSince({ conversation_id: id }: Conversation) {
  return new VersionConflictError('conversation', id);
}

function keyOf(log: LogKey, fileId: string) {
  return { conversation_key: logKey(log), event_id: `#file:${fileId}` };
}
