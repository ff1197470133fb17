import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { isKnown } from './etag.ts';

/**
 * Leaves the body out where the client has it already (304) or asks for headers only (HEAD). It comes after all other
 * middlewares, so that the headers are those of the whole answer.
 */
export function answerConditionally(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    after: (request) => {
      const { event, response } = request;
      if (!response) return;
      const etag = response.headers?.ETag;
      if (isRead(event) && typeof etag === 'string' && isKnown(event.headers['if-none-match'], etag)) {
        request.response = { ...response, statusCode: 304, body: '' };
      } else if (isHead(event)) response.body = '';
    },
    onError: ({ event, response }) => {
      if (response && isHead(event)) response.body = '';
    },
  };
}

function isHead({ httpMethod }: APIGatewayProxyEvent): boolean {
  return httpMethod === 'HEAD';
}

function isRead(event: APIGatewayProxyEvent): boolean {
  return event.httpMethod === 'GET' || isHead(event);
}
