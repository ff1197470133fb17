import { functionNameIn, physicalName } from '../aws/names.ts';
import { deployedOf, type JsonOperations, type Source } from './source.ts';

/** What Lambda tells of itself and of functions, beside running them. */
export const lambdaAccount: JsonOperations = (operation, { FunctionName }, source) => {
  switch (operation) {
    case 'GetAccountSettings': {
      const limit = source.facts.lambda_concurrency;
      return { AccountLimit: { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: limit } };
    }
    case 'ListFunctions':
      return { Functions: [...ours(source), ...source.facts.functions.map((name) => ({ FunctionName: name }))] };
    case 'ListEventSourceMappings':
      return { EventSourceMappings: mappings(source, FunctionName) };
    default:
      return undefined;
  }
};

function ours(source: Source): readonly object[] {
  return deployedOf('AWS::Lambda::Function', source).map((resource) => ({
    FunctionName: physicalName(resource),
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
