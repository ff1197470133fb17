import type { APIGatewayProxyEvent } from 'aws-lambda';

/** What stands before the paths of the API, such as the name of a stage: a path as clients see it ends with the API's. */
export function basePathOf({ requestContext, path }: Pick<APIGatewayProxyEvent, 'requestContext' | 'path'>): string {
  return requestContext.path.endsWith(path) ? requestContext.path.slice(0, -path.length) : '';
}
