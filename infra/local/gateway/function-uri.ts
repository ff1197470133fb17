import { functionNameIn } from '../aws/names.ts';

/** The function in an `…:lambda:path/…/functions/<arn>/invocations`, of either date. @throws for other URIs */
export function functionNameInUri(uri: string): string {
  const found = /\/functions\/(.+)\/(?:response-streaming-)?invocations$/.exec(uri)?.[1];
  if (found === undefined) throw new Error(`'${uri}' is not the URI of a Lambda function`);
  return functionNameIn(found);
}
