import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, type ServiceInputTypes, type ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import type { Command } from '@smithy/types';
import { fromAttribute, toAttribute, type WireValue } from './attribute-values.ts';
import { converted, type KeyNodes } from './key-nodes.ts';
import { type Limits, middlewareOfDynamoDB, senderOf } from './middleware.ts';

/** What the commands of the document client have, besides what their types say. */
interface DocumentCommand {
  readonly input: Readonly<Record<string, unknown>>;
  readonly inputKeyNodes: KeyNodes;
  readonly outputKeyNodes: KeyNodes;
  readonly clientCommand: { readonly schema: readonly [kind: unknown, namespace: unknown, operation: string] };
}

/** The SDK's document client with the middleware that functions need, put together once and not for each call. */
export class LeanDocumentClient extends DynamoDBDocumentClient {
  readonly #sender: ReturnType<typeof senderOf>;

  constructor(limits: Limits = {}) {
    const middlewareStack = middlewareOfDynamoDB();
    // The only parts of a client that the base class uses, and only to check it.
    super({ config: {}, middlewareStack } as unknown as DynamoDBClient);
    this.#sender = senderOf(middlewareStack, limits);
  }

  override async send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: Command<ServiceInputTypes, Input, ServiceOutputTypes, Output, DynamoDBDocumentClient['config']>,
  ): Promise<Output> {
    const { input, inputKeyNodes, outputKeyNodes, clientCommand } = command as unknown as DocumentCommand;
    const [, , operation] = clientCommand.schema;
    const wireInput = converted(input, inputKeyNodes, toAttribute) as DocumentCommand['input'];
    const { output } = await this.#sender.send({ operation, input: wireInput });
    return converted(output, outputKeyNodes, (value) => fromAttribute(value as WireValue)) as Output;
  }

  /** Opens a connection, which stays open for the next call. It needs no permission and is not billed. */
  connect(): Promise<void> {
    return this.#sender.connect();
  }

  override destroy(): void {
    this.#sender.close();
  }
}
