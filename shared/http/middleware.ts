import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A middleware for endpoints that it has nothing to do with: middy takes none that is empty. */
export const nothingToDo: MiddlewareObj = { before: () => undefined };

/** What stands before the API's paths, such as the name of a stage: clients see paths that end with the API's. */
export function basePathOf({ requestContext, path }: Pick<APIGatewayProxyEvent, 'requestContext' | 'path'>): string {
  return requestContext.path.endsWith(path) ? requestContext.path.slice(0, -path.length) : '';
}
