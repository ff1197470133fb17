import type { Resource } from '../assembly/assembly.ts';
import { functionNameIn, physicalName, tableNameIn } from '../aws/names.ts';
import { type EventMatcher, parsePattern } from '../events/rules.ts';

/** An event source mapping of the template, with Lambda's defaults. */
export interface EventSource {
  readonly id: string;
  readonly functionName: string;
  readonly tableName: string;
  readonly eventSourceArn: string;
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
  readonly batchSize: number;
  /** Parallel batches per shard. Records of one item stay in order. */
  readonly parallelizationFactor: number;
  readonly maximumRetryAttempts: number;
  readonly maximumRecordAgeSeconds: number;
  readonly bisectBatchOnFunctionError: boolean;
  readonly reportBatchItemFailures: boolean;
  readonly accepts: EventMatcher;
}

/** Lambda retries as long as the stream holds the record, which is 24 hours. */
const UNLIMITED = -1;
const STREAM_HOLDS_SECONDS = 24 * 60 * 60;

/** The enabled mappings among `resources` that read a table's stream. */
export function eventSources(resources: readonly Resource[]): readonly EventSource[] {
  return resources
    .filter(
      ({ properties }) => properties.Enabled !== false && String(properties.EventSourceArn).includes(':dynamodb:'),
    )
    .map(parseEventSource);
}

function parseEventSource(resource: Resource): EventSource {
  const { properties } = resource;
  const number = (name: string, otherwise: number): number =>
    properties[name] === undefined ? otherwise : Number(properties[name]);
  const retries = number('MaximumRetryAttempts', UNLIMITED);
  const age = number('MaximumRecordAgeInSeconds', UNLIMITED);
  const responseTypes = properties.FunctionResponseTypes;
  return {
    id: physicalName(resource),
    functionName: functionNameIn(String(properties.FunctionName)),
    tableName: tableNameIn(String(properties.EventSourceArn)),
    eventSourceArn: String(properties.EventSourceArn),
    startingPosition: properties.StartingPosition === 'LATEST' ? 'LATEST' : 'TRIM_HORIZON',
    batchSize: number('BatchSize', 100),
    parallelizationFactor: number('ParallelizationFactor', 1),
    maximumRetryAttempts: retries === UNLIMITED ? Number.POSITIVE_INFINITY : retries,
    maximumRecordAgeSeconds: age === UNLIMITED ? STREAM_HOLDS_SECONDS : age,
    bisectBatchOnFunctionError: properties.BisectBatchOnFunctionError === true,
    reportBatchItemFailures: Array.isArray(responseTypes) && responseTypes.includes('ReportBatchItemFailures'),
    accepts: parseFilters(properties.FilterCriteria),
  };
}

/** A record passes when a filter matches it or when there are no filters. */
function parseFilters(criteria: unknown): EventMatcher {
  const filters = (criteria as { Filters?: readonly { Pattern?: string }[] } | undefined)?.Filters ?? [];
  const matchers = filters.map(({ Pattern }) => parsePattern(JSON.parse(Pattern ?? '{}')));
  return (record) => matchers.length === 0 || matchers.some((matches) => matches(record));
}
