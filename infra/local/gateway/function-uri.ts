import { functionNameIn } from '../aws/names.ts';

/** The function in `arn:aws:apigateway:…:lambda:path/2015-03-31/functions/<arn>/invocations`. @throws when the URI is of another kind. */
export function functionNameInUri(uri: string): string {
  const found = /\/functions\/(.+)\/invocations$/.exec(uri)?.[1];
  if (found === undefined) throw new Error(`'${uri}' is not the URI of a Lambda function`);
  return functionNameIn(found);
}
