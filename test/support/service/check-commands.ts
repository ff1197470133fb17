import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { brokenModelLine, type GivenOperation, problemsOfCommand } from '../../../infra/local/models/check-call.ts';

interface Protocol {
  serializeRequest(operation: GivenOperation, input: unknown, context: unknown): Promise<unknown>;
}

/**
 * Checks the input of every SDK command in this process against the AWS models, because the SDK silently drops unknown
 * members. An invalid command is reported and fails.
 *
 * @returns a function that ends the checks
 */
export function checkCommands(onBroken: (line: string) => void, caller: () => string | undefined): () => void {
  const undo: (() => void)[] = [];
  const settings = { region: 'us-east-1' };
  // One client of each protocol family, RPC and REST.
  for (const { config } of [new DynamoDBClient(settings), new LambdaClient(settings)]) {
    const protocol = firstSerializer(config.protocol);
    const { serializeRequest } = protocol;
    undo.push(() => {
      protocol.serializeRequest = serializeRequest;
    });
    protocol.serializeRequest = function (operation, input, context) {
      const problems = problemsOfCommand(operation, input);
      if (problems.length === 0) return serializeRequest.call(this, operation, input, context);
      const line = brokenModelLine(`function ${caller() ?? 'outside of the service'}`, operation.name, problems);
      onBroken(line);
      return Promise.reject(new Error(line));
    };
  }
  return () => {
    for (const restore of undo) restore();
  };
}

/** The prototype at which every protocol of the family begins to serialise. @throws when the SDK has another form */
function firstSerializer(protocol: unknown): Protocol {
  let found: Protocol | undefined;
  for (let part = Object.getPrototypeOf(protocol); part !== null; part = Object.getPrototypeOf(part)) {
    if (Object.hasOwn(part, 'serializeRequest')) found = part;
  }
  if (!found) throw new Error('The SDK has no protocol with serializeRequest any more: checkCommands has to change.');
  return found;
}
