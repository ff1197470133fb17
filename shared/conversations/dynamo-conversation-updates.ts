import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { Conversation } from './conversation.ts';
import { attributesOf, type ConversationChange, type ConversationUpdates } from './conversation-updates.ts';

export class DynamoConversationUpdates implements ConversationUpdates {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  async update(
    ownerId: string,
    conversationId: string,
    change: ConversationChange,
    at: string,
  ): Promise<Conversation | undefined> {
    const attributes: Record<string, unknown> = attributesOf(conversationId, change, at);
    // The search looks for titles in lower case.
    if (typeof attributes.title === 'string') attributes.title_search = attributes.title.toLowerCase();
    const names = Object.keys(attributes);
    const command = new UpdateCommand({
      TableName: this.table,
      Key: { owner_id: ownerId, conversation_id: conversationId },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(owner_id)',
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
      ReturnValues: 'ALL_NEW',
    });
    try {
      const { Attributes } = await this.documents.send(command);
      return Conversation.parse(Attributes);
    } catch (error) {
      if (isConditionFailure(error)) return undefined;
      throw error;
    }
  }
}
