import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { type Part, type TransactItem, transactParts } from '../aws/transact.ts';
import { timestamp } from '../clock.ts';
import { AppError, NotFoundError, VersionConflictError } from '../errors.ts';
import { MOST_ENDPOINTS, WebhookEndpoint } from './webhook-endpoint.ts';

/** How many endpoints an owner has, in a row of its own beside them. */
const COUNT_KEY = '#count';

/** What owners change of an endpoint, and its end. */
export type EndpointChange = Partial<
  Pick<
    WebhookEndpoint,
    | 'url'
    | 'events'
    | 'description'
    | 'enabled'
    | 'disabled_reason'
    | 'disabled_at'
    | 'secret'
    | 'previous_secret'
    | 'previous_secret_until'
    | 'failing_since'
    | 'hold_until'
  >
>;

export class TooManyEndpointsError extends AppError {
  constructor() {
    super('conflict', `there are ${MOST_ENDPOINTS} webhook endpoints, as many as an owner may have; delete one first`);
    this.name = 'TooManyEndpointsError';
  }
}

/** The endpoints of owners. What they are and how far deliveries are stand in one row; each side writes its own attributes of it and no other. */
export class DynamoWebhookEndpoints {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  /** All of an owner, in the order of their creation. Read with what was written a moment ago, as an event may follow at once. */
  async list(ownerId: string): Promise<readonly WebhookEndpoint[]> {
    // An owner has so few that they fit one answer.
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.table,
        KeyConditionExpression: 'owner_id = :owner AND endpoint_id > :count',
        ExpressionAttributeValues: { ':owner': ownerId, ':count': COUNT_KEY },
        ConsistentRead: true,
      }),
    );
    return Items.map((item) => WebhookEndpoint.parse(item));
  }

  async find(ownerId: string, endpointId: string): Promise<WebhookEndpoint | undefined> {
    const command = new GetCommand({ TableName: this.table, Key: keyOf(ownerId, endpointId), ConsistentRead: true });
    const { Item } = await this.documents.send(command);
    return Item && WebhookEndpoint.parse(Item);
  }

  /** @throws NotFoundError, also when it is another owner's. */
  async require(ownerId: string, endpointId: string): Promise<WebhookEndpoint> {
    const found = await this.find(ownerId, endpointId);
    if (!found) throw new NotFoundError('Webhook endpoint', endpointId);
    return found;
  }

  /** @throws TooManyEndpointsError; what the other parts of the transaction lose. */
  async create(endpoint: WebhookEndpoint, others: readonly Part[]): Promise<void> {
    const Put = { TableName: this.table, Item: endpoint, ConditionExpression: 'attribute_not_exists(owner_id)' };
    const made: Part = {
      item: { Put },
      lost: () => new VersionConflictError('webhook endpoint', endpoint.endpoint_id),
    };
    const counted: Part = {
      item: this.count(endpoint.owner_id, {
        ConditionExpression: 'attribute_not_exists(endpoints) OR endpoints < :most',
        ExpressionAttributeValues: { ':difference': 1, ':most': MOST_ENDPOINTS },
      }),
      lost: () => new TooManyEndpointsError(),
    };
    await transactParts(this.documents, [...others, made, counted]);
  }

  /**
   * Changes what was read.
   *
   * @returns the endpoint after it
   * @throws VersionConflictError when somebody else changed it; what the other parts of the transaction lose.
   */
  async change(
    endpoint: WebhookEndpoint,
    change: EndpointChange,
    now: Date,
    others: readonly Part[] = [],
  ): Promise<WebhookEndpoint> {
    const next = { ...change, version: endpoint.version + 1, updated_at: timestamp(now) };
    const Update = {
      TableName: this.table,
      Key: keyOf(endpoint.owner_id, endpoint.endpoint_id),
      ...setting(next, 'version = :before', { ':before': endpoint.version }),
    };
    const changed: Part = {
      item: { Update },
      lost: () => new VersionConflictError('webhook endpoint', endpoint.endpoint_id),
    };
    await transactParts(this.documents, [...others, changed]);
    return { ...endpoint, ...next };
  }

  /** @throws NotFoundError when it is gone already. */
  async remove(ownerId: string, endpointId: string): Promise<void> {
    const Delete = {
      TableName: this.table,
      Key: keyOf(ownerId, endpointId),
      ConditionExpression: 'attribute_exists(owner_id)',
    };
    const gone = () => new NotFoundError('Webhook endpoint', endpointId);
    const counted = this.count(ownerId, { ExpressionAttributeValues: { ':difference': -1 } });
    await transactParts(this.documents, [
      { item: { Delete }, lost: gone },
      { item: counted, lost: gone },
    ]);
  }

  /**
   * Something waits for an endpoint. Whoever delivers to it, or the sweep, sees that.
   *
   * @returns whether somebody has to be told: nobody is at it who would find it.
   */
  async wake(ownerId: string, endpointId: string, now: Date): Promise<boolean> {
    const at = timestamp(now);
    const isLater = '(attribute_not_exists(due_at) OR due_at > :now)';
    const noted =
      (await this.update(ownerId, endpointId, {
        UpdateExpression: 'SET due = :due, due_at = :now ADD additions :one',
        ConditionExpression: `attribute_exists(owner_id) AND ${isLater}`,
        ExpressionAttributeValues: { ':due': 'due', ':now': at, ':one': 1 },
      })) ??
      (await this.update(ownerId, endpointId, {
        UpdateExpression: 'ADD additions :one',
        // Released in this very moment: it would be due at no time.
        ConditionExpression: 'attribute_exists(owner_id) AND due_at <= :now',
        ExpressionAttributeValues: { ':one': 1, ':now': at },
      }));
    if (noted) return (noted.lease_until ?? '') <= at;
    // It is gone, or changed between the two: the second look sees which.
    return (await this.find(ownerId, endpointId)) === undefined ? false : this.wake(ownerId, endpointId, now);
  }

  /** Counts endpoints up and down. */
  private count(
    ownerId: string,
    change: { ConditionExpression?: string; ExpressionAttributeValues: Record<string, number> },
  ): TransactItem {
    const UpdateExpression = 'ADD endpoints :difference';
    return { Update: { TableName: this.table, Key: keyOf(ownerId, COUNT_KEY), UpdateExpression, ...change } };
  }

  private async update(
    ownerId: string,
    endpointId: string,
    input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<WebhookEndpoint | undefined> {
    return updateEndpoint(this.documents, this.table, ownerId, endpointId, input);
  }
}

/** One conditional update; undefined when its condition does not hold. */
export async function updateEndpoint(
  documents: DynamoDBDocumentClient,
  table: string,
  ownerId: string,
  endpointId: string,
  input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
): Promise<WebhookEndpoint | undefined> {
  const Key = keyOf(ownerId, endpointId);
  try {
    const command = new UpdateCommand({ TableName: table, Key, ReturnValues: 'ALL_NEW', ...input });
    const { Attributes } = await documents.send(command);
    return WebhookEndpoint.parse(Attributes);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** An update that sets these attributes. */
export function setting(
  change: Readonly<Record<string, unknown>>,
  ConditionExpression: string,
  values: Readonly<Record<string, unknown>>,
) {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :set_${name}`).join(', ')}`,
    ConditionExpression,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(entries.map(([name, value]) => [`:set_${name}`, value])),
    },
  };
}

function keyOf(ownerId: string, endpointId: string) {
  return { owner_id: ownerId, endpoint_id: endpointId };
}
