import { randomUUID } from 'node:crypto';
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
import { type JsonService, type Limits, senderOf } from '../json-rpc/sender.ts';
import { fromAttribute, toAttribute, type WireValue } from './attribute-values.ts';
import { serviceError } from './service-errors.ts';

/** Untyped members of the document client's commands. */
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

/** With the retries of the SDK's DynamoDB client. */
const dynamoDB: JsonService = {
  name: 'dynamodb',
  target: 'DynamoDB_20120810',
  contentType: 'application/x-amz-json-1.0',
  retries: { maxAttempts: 4, baseDelay: 25 },
  errorOf: serviceError,
};

/** Sends commands of the SDK's document client through a small middleware stack. */
export class LeanDocumentClient implements Pick<DynamoDBDocumentClient, 'destroy'> {
  readonly #sender: ReturnType<typeof senderOf>;

  constructor(limits: Limits = {}) {
    this.#sender = senderOf(dynamoDB, limits);
  }

  /** @throws for a command that is not in `operations` */
  async send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: Command<ServiceInputTypes, Input, ServiceOutputTypes, Output, DynamoDBDocumentClient['config']>,
  ): Promise<Output> {
    const operation = operations.get(command.constructor);
    if (operation === undefined) throw new Error('LeanDocumentClient does not know this command: add it to operations');
    const { input, inputKeyNodes, outputKeyNodes } = command as unknown as DocumentCommand;
    const wireInput = converted(input, inputKeyNodes, toAttribute) as DocumentCommand['input'];
    // The same at each repetition, so that a transaction whose response was lost is not written twice.
    const token = operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID() } : {};
    const { output } = await this.#sender.send({ operation, input: { ...token, ...wireInput } });
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

/**
 * The positions of rows in the input or output of a command, in the format of the document client's commands: `null` is
 * a value, an empty object contains only values, and `*` stands for each member.
 */
type KeyNodes = { readonly [name: string]: KeyNodes } | readonly never[] | null;

type Convert = (value: unknown) => unknown;

/** Copies data with converted values of rows. */
function converted(given: unknown, nodes: KeyNodes, convert: Convert): unknown {
  if (given === undefined || given === null) return given;
  if (nodes === null) return convert(given);
  const names = Object.keys(nodes);
  if (names.length === 0) return ofEach(given, convert);
  const places = nodes as { readonly [name: string]: KeyNodes };
  if (names.length === 1 && names[0] === '*') {
    const below = places['*'] ?? null;
    return ofEach(given, (member) => converted(member, below, convert));
  }
  const copy: Record<string, unknown> = { ...given };
  for (const name of names) {
    const member = copy[name];
    if (member !== undefined) copy[name] = converted(member, places[name] ?? null, convert);
  }
  return copy;
}

function ofEach(given: object, convert: Convert): unknown {
  if (Array.isArray(given)) return given.map(convert);
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(given)) {
    if (member !== undefined && typeof member !== 'function') copy[name] = convert(member);
  }
  return copy;
}
