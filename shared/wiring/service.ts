import { DynamoOperations } from '../domain/service/operations/dynamo-operations.ts';
import { documents } from '../platform/aws/documents.ts';
import type { Tables } from '../rights/statement.ts';

export const operations = (granted: Tables<'operations'>) => new DynamoOperations(documents(), granted);
