import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  BillingMode,
  ProjectionType,
  type SecondaryIndexProps,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { exportForGood } from './lasting-exports.ts';

/** Actions on items. A transaction needs the action of each of its parts. */
export type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'Query'
  | 'Scan';

/**
 * Partition key and sort key of an index. It holds whole rows, or only these further attributes where few are needed of
 * many rows. An index with a sort key alone is a local one: it has the partition key of its table and is as current as
 * the table itself, but all rows of one key may take 10 GB, and it is made with its table or never.
 */
export type IndexKeys =
  | readonly [string, string]
  | { readonly keys: readonly [string, string]; readonly include: readonly string[] }
  | { readonly sortKey: string; readonly include: readonly string[] };

export interface ServiceTableProps<Index extends string> {
  /** The variable by which functions find the table. */
  readonly variable: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** Each index by its name. A row that lacks one of its keys is not in it. */
  readonly indexes?: Readonly<Record<Index, IndexKeys>>;
  /** `keys` where rows may hold secrets that must not outlive them. */
  readonly stream?: 'keys' | 'images';
  /** The attribute, in seconds since 1970, after which DynamoDB may remove the row. */
  readonly expiresBy?: string;
  readonly protect: boolean;
}

const streamViews = { keys: StreamViewType.KEYS_ONLY, images: StreamViewType.NEW_AND_OLD_IMAGES };

/** An on-demand table that gives permission and variable together, so that none is forgotten. */
export class ServiceTable<Index extends string = never> extends Construct {
  readonly table: Table;
  readonly #variable: string;

  constructor(scope: Construct, id: string, props: ServiceTableProps<Index>) {
    super(scope, id);
    this.#variable = props.variable;
    this.table = new Table(this, 'Table', {
      partitionKey: text(props.partitionKey),
      ...(props.sortKey === undefined ? {} : { sortKey: text(props.sortKey) }),
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.protect,
      removalPolicy: props.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      ...(props.stream === undefined ? {} : { stream: streamViews[props.stream] }),
      ...(props.expiresBy === undefined ? {} : { timeToLiveAttribute: props.expiresBy }),
    });
    for (const [indexName, index] of Object.entries<IndexKeys>(props.indexes ?? {})) this.#addIndex(indexName, index);
    exportForGood(this, this.table.tableName, this.table.tableArn, this.table.tableStreamArn);
  }

  /** Lets the function do this to items, and tells it the table's name. */
  allow(fn: LambdaFunction, ...actions: ItemAction[]): void {
    this.#grant(fn, this.table.tableArn, actions);
  }

  /** Lets the function query one index. */
  allowQueryOf(fn: LambdaFunction, index: Index): void {
    this.#grant(fn, `${this.table.tableArn}/index/${index}`, ['Query']);
  }

  #addIndex(indexName: string, index: IndexKeys): void {
    if ('sortKey' in index) {
      this.table.addLocalSecondaryIndex({ indexName, sortKey: text(index.sortKey), ...projectionOf(index.include) });
      return;
    }
    const [partitionKey, sortKey] = 'include' in index ? index.keys : index;
    this.table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      ...('include' in index ? projectionOf(index.include) : { projectionType: ProjectionType.ALL }),
    });
  }

  #grant(fn: LambdaFunction, resource: string, actions: readonly ItemAction[]): void {
    fn.addToRolePolicy(
      new PolicyStatement({ actions: actions.map((action) => `dynamodb:${action}`), resources: [resource] }),
    );
    fn.addEnvironment(this.#variable, this.table.tableName);
  }
}

function projectionOf(include: readonly string[]): Pick<SecondaryIndexProps, 'projectionType' | 'nonKeyAttributes'> {
  return { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...include] };
}

function text(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}
