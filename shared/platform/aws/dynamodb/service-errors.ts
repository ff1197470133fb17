import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { readErrorBody } from '../json-rpc/error-body.ts';

type Metadata = ConstructorParameters<typeof DynamoDBServiceException>[0]['$metadata'];

/** The classes that stores check with `instanceof`. They check other errors by name. */
const classes = { ConditionalCheckFailedException, TransactionCanceledException, TransactionConflictException };

/**
 * The error in a response of DynamoDB, with its details: the row that failed the condition, or the reasons of a
 * cancellation. Rows stay in DynamoDB's JSON format.
 */
export function serviceError(status: number, text: string, $metadata: Metadata): DynamoDBServiceException {
  const { name, message, details } = readErrorBody(text);
  const options = { $metadata, message, ...details };
  if (name in classes) return new classes[name as keyof typeof classes](options);
  const error = new DynamoDBServiceException({ ...options, name, $fault: status < 500 ? 'client' : 'server' });
  return Object.assign(error, details);
}
