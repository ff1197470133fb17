import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';

type Metadata = ConstructorParameters<typeof DynamoDBServiceException>[0]['$metadata'];

interface ErrorBody {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
}

/** The classes that stores check with `instanceof`. They check other errors by name. */
const classes = { ConditionalCheckFailedException, TransactionCanceledException, TransactionConflictException };

/**
 * The error in a response of DynamoDB, with its details: the row that failed the condition, or the reasons of a
 * cancellation. Rows stay in DynamoDB's JSON format.
 */
export function serviceError(status: number, text: string, $metadata: Metadata): DynamoDBServiceException {
  const body = bodyOf(text);
  const { __type: type = 'Unknown', message, Message, ...details } = body;
  const name = type.slice(type.indexOf('#') + 1);
  const options = { $metadata, message: message ?? Message ?? 'UnknownError', ...details };
  if (name in classes) return new classes[name as keyof typeof classes](options);
  const error = new DynamoDBServiceException({ ...options, name, $fault: status < 500 ? 'client' : 'server' });
  return Object.assign(error, details);
}

/** Proxies can respond with other texts. The status then decides about a retry. */
function bodyOf(text: string): ErrorBody {
  try {
    return Object(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return { message: text.slice(0, 200) };
  }
}
