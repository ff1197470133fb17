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
import type { IndexKeys, TableDefinition } from '../../shared/rights/table-definition.ts';
import { exportForGood } from './lasting-exports.ts';

export interface ServiceTableProps extends TableDefinition {
  /** The environment variable with the table's name. */
  readonly variable: string;
  readonly protect: boolean;
}

const streamViews = { keys: StreamViewType.KEYS_ONLY, images: StreamViewType.NEW_AND_OLD_IMAGES };

/** An on-demand table, which grants permission and variable together. */
export class ServiceTable extends Construct {
  readonly table: Table;
  readonly #variable: string;
  readonly #indexes: Readonly<Record<string, IndexKeys>>;

  constructor(scope: Construct, id: string, props: ServiceTableProps) {
    super(scope, id);
    this.#variable = props.variable;
    this.#indexes = props.indexes ?? {};
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
    for (const [indexName, index] of Object.entries(this.#indexes)) this.#addIndex(indexName, index);
    exportForGood(this, this.table.tableName, this.table.tableArn, this.table.tableStreamArn);
  }

  /** Grants rights: an action on items, or the name of an index to query. */
  allow(fn: LambdaFunction, rights: readonly string[]): void {
    const actions = rights.filter((right) => !(right in this.#indexes));
    if (actions.length > 0) this.#grant(fn, this.table.tableArn, actions);
    for (const index of rights.filter((right) => right in this.#indexes))
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

  #grant(fn: LambdaFunction, resource: string, actions: readonly string[]): void {
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
