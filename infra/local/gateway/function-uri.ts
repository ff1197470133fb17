import { functionNameIn } from '../aws/names.ts';

/** The function in `arn:aws:apigateway:…:lambda:path/2015-03-31/functions/<arn>/invocations`, or in the URI of another date by which it streams. @throws when the URI is of another kind. */
export function functionNameInUri(uri: string): string {
  const found = /\/functions\/(.+)\/(?:response-streaming-)?invocations$/.exec(uri)?.[1];
  if (found === undefined) throw new Error(`'${uri}' is not the URI of a Lambda function`);
  return functionNameIn(found);
}
