import { functionNameIn, physicalName } from '../aws/names.ts';
import { deployedOf, type JsonOperations, type Source } from './source.ts';

/** Lambda's account settings, and lists of functions and event source mappings. */
export const lambdaAccount: JsonOperations = (operation, input, source) => {
  switch (operation) {
    case 'GetAccountSettings': {
      const limit = source.facts.lambda_concurrency;
      return { AccountLimit: { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: limit } };
    }
    case 'ListFunctions':
      return page(ours(source), input);
    case 'ListEventSourceMappings':
      return { EventSourceMappings: mappings(source, input.FunctionName) };
    default:
      return undefined;
  }
};

const MOST_PER_PAGE = 50;

/** One page of functions, sorted by name. The marker is the name of the next page's first function. */
function page(functions: readonly Named[], { Marker, MaxItems }: Readonly<Record<string, unknown>>): object {
  const sorted = functions.toSorted((a, b) => (a.FunctionName < b.FunctionName ? -1 : 1));
  const from = Marker ? sorted.filter(({ FunctionName }) => FunctionName >= String(Marker)) : sorted;
  const size = Math.min(Number(MaxItems ?? MOST_PER_PAGE) || MOST_PER_PAGE, MOST_PER_PAGE);
  const next = from[size];
  return { Functions: from.slice(0, size), ...(next && { NextMarker: next.FunctionName }) };
}

interface Named {
  readonly FunctionName: string;
}

function ours(source: Source): readonly Named[] {
  const { region, accountId } = source.place;
  return deployedOf('AWS::Lambda::Function', source).map((resource) => ({
    FunctionName: physicalName(resource),
    FunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${physicalName(resource)}`,
    Runtime: source.facts.lambda_runtime ?? resource.properties.Runtime,
    Timeout: resource.properties.Timeout,
    MemorySize: resource.properties.MemorySize,
  }));
}

function mappings(source: Source, wanted: unknown): readonly object[] {
  const { region, accountId } = source.place;
  return deployedOf('AWS::Lambda::EventSourceMapping', source)
    .map((resource) => ({ resource, name: functionNameIn(String(resource.properties.FunctionName)) }))
    .filter(({ name }) => wanted === undefined || name === functionNameIn(String(wanted)))
    .map(({ resource, name }) => ({
      UUID: physicalName(resource),
      FunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${name}`,
      EventSourceArn: resource.properties.EventSourceArn,
      State: source.facts.event_source_state,
      LastProcessingResult: 'OK',
    }));
}
