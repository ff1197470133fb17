import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

type Answer = APIGatewayProxyResult | null | undefined;

/** A middleware that runs for each response, including errors. */
export function onEveryAnswer(see: (event: APIGatewayProxyEvent, answer: Answer) => void | Promise<void>): Middleware {
  const onAnswer = ({ event, response }: { event: APIGatewayProxyEvent; response: Answer }) => see(event, response);
  return { after: onAnswer, onError: onAnswer };
}

/** A middleware without effect: middy rejects empty ones. */
export const noOp: MiddlewareObj = { before: () => undefined };

/** The prefix of the API's paths in the URLs of clients, such as the name of a stage. */
export function basePathOf({ requestContext, path }: Pick<APIGatewayProxyEvent, 'requestContext' | 'path'>): string {
  return requestContext.path.endsWith(path) ? requestContext.path.slice(0, -path.length) : '';
}
