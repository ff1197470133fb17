import { readFileSync } from 'node:fs';
import { withoutComments } from '../../../infra/ingress/function-code.ts';
import { ResponseFunction } from '../../../infra/local/edge/response-function.ts';

const source = readFileSync(new URL('../../../infra/ingress/viewer-response.js', import.meta.url), 'utf8');

/** The code of the function on responses, as it is deployed. */
export const responseCode = withoutComments(source);

export function deployedResponseFunction(): ResponseFunction {
  return new ResponseFunction(responseCode);
}
