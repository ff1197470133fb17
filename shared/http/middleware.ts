import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

type Answer = APIGatewayProxyResult | null | undefined;

/** A middleware that sees each answer, also to a request that failed. */
export function onEveryAnswer(see: (event: APIGatewayProxyEvent, answer: Answer) => void | Promise<void>): Middleware {
  const onAnswer = ({ event, response }: { event: APIGatewayProxyEvent; response: Answer }) => see(event, response);
  return { after: onAnswer, onError: onAnswer };
}

/** A middleware for endpoints that it has nothing to do with: middy takes none that is empty. */
export const nothingToDo: MiddlewareObj = { before: () => undefined };

/** What stands before the API's paths, such as the name of a stage: clients see paths that end with the API's. */
export function basePathOf({ requestContext, path }: Pick<APIGatewayProxyEvent, 'requestContext' | 'path'>): string {
  return requestContext.path.endsWith(path) ? requestContext.path.slice(0, -path.length) : '';
}
