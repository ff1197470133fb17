import { codeOf } from '../../../infra/ingress/function-code.ts';
import { ResponseFunction } from '../../../infra/local/edge/response-function.ts';

/** The code of the function on responses, as it is deployed. */
export const responseCode = codeOf('viewer-response');

export function deployedResponseFunction(): ResponseFunction {
  return new ResponseFunction(responseCode);
}
