import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';

/** What errors are made with. */
type Metadata = ConstructorParameters<typeof DynamoDBServiceException>[0]['$metadata'];

interface ErrorBody {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
}

/** The classes that stores check with `instanceof`. For other errors they check the name. */
const classes = { ConditionalCheckFailedException, TransactionCanceledException, TransactionConflictException };

/**
 * The error that an answer of DynamoDB states, with what it says of it: the row that refused, the reasons of a
 * cancellation. Rows in it stay as DynamoDB has them, with bytes as base64.
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

/** What stands between, a proxy for example, answers other texts. The status then decides whether to try again. */
function bodyOf(text: string): ErrorBody {
  try {
    return Object(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return { message: text.slice(0, 200) };
  }
}
