import { codeOf, fillIn } from '../../../infra/ingress/function-code.ts';
import { EdgeFunction, type KeyValues } from '../../../infra/local/edge/edge-function.ts';
import { writeLabel } from '../../../shared/domain/sandboxes/ingress/label.ts';

const key = 'bm90IGEgc2VjcmV0IG9mIGFueSBkZXBsb3ltZW50';

/** A store with one key. */
export const deployedKeys = { get: async () => JSON.stringify({ 1: { key } }) };

/** The deployed function, by default without a domain. */
export function deployedFunction(sandboxDomain?: string): EdgeFunction {
  return deployedFunctionOf(deployedKeys, sandboxDomain);
}

/** The same with a store of the test. */
export function deployedFunctionOf(keyValues: KeyValues, sandboxDomain?: string): EdgeFunction {
  const code = fillIn(codeOf('viewer-request'), { region: 'us-east-1', sandboxDomain });
  return new EdgeFunction(code, keyValues);
}

/** A label for the agent server at this port that is valid for an hour. */
export function aLabelFor(port: number): string {
  const endsAt = Math.floor(Date.now() / 1_000) + 3_600;
  return writeLabel({ keyNumber: 1, name: 'AGENT_SERVER', address: '3.208.0.1', port, generation: 1, endsAt }, key);
}
