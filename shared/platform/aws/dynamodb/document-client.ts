import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Command } from '@smithy/types';
import { fromAttribute, toAttribute, type WireValue } from './attribute-values.ts';
import { converted, type KeyNodes } from './key-nodes.ts';
import { type Limits, senderOf } from './middleware.ts';

/** What the commands of the document client have, besides what their types say. */
interface DocumentCommand {
  readonly input: Readonly<Record<string, unknown>>;
  readonly inputKeyNodes: KeyNodes;
  readonly outputKeyNodes: KeyNodes;
}

const operations = new Map<unknown, string>([
  [BatchGetCommand, 'BatchGetItem'],
  [DeleteCommand, 'DeleteItem'],
  [GetCommand, 'GetItem'],
  [PutCommand, 'PutItem'],
  [QueryCommand, 'Query'],
  [ScanCommand, 'Scan'],
  [TransactWriteCommand, 'TransactWriteItems'],
  [UpdateCommand, 'UpdateItem'],
]);

/** Sends the commands of the SDK's document client by the middleware that functions need, put together once. */
export class LeanDocumentClient implements Pick<DynamoDBDocumentClient, 'destroy'> {
  readonly #sender: ReturnType<typeof senderOf>;

  constructor(limits: Limits = {}) {
    this.#sender = senderOf(limits);
  }

  /** @throws for a command that is not among `operations`. */
  async send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: Command<ServiceInputTypes, Input, ServiceOutputTypes, Output, DynamoDBDocumentClient['config']>,
  ): Promise<Output> {
    const operation = operations.get(command.constructor);
    if (operation === undefined) throw new Error('LeanDocumentClient does not know this command: add it to operations');
    const { input, inputKeyNodes, outputKeyNodes } = command as unknown as DocumentCommand;
    const wireInput = converted(input, inputKeyNodes, toAttribute) as DocumentCommand['input'];
    const { output } = await this.#sender.send({ operation, input: wireInput });
    return converted(output, outputKeyNodes, (value) => fromAttribute(value as WireValue)) as Output;
  }

  /** Opens a connection, which stays open for the next call. It needs no permission and is not billed. */
  connect(): Promise<void> {
    return this.#sender.connect();
  }

  destroy(): void {
    this.#sender.close();
  }
}
