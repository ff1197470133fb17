import type { APIGatewayProxyEvent } from 'aws-lambda';

/** What stands before the API's paths, such as the name of a stage: clients see paths that end with the API's. */
export function basePathOf({ requestContext, path }: Pick<APIGatewayProxyEvent, 'requestContext' | 'path'>): string {
  return requestContext.path.endsWith(path) ? requestContext.path.slice(0, -path.length) : '';
}
