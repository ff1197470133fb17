import type { EndpointId } from '../../../shared/contract/index.ts';

interface Exception {
  /** How many calls the endpoint may make in sequence all the same. */
  readonly steps: number;
  readonly reason: string;
}

const atAgent = 'The agent answers, at the address that the row of its sandbox names.';

const sealed = 'No secret is read before the key of the sandbox is checked, and only KMS opens it.';

/** Reads that need more calls in sequence than others of their kind, and why. */
const exceptions: Readonly<Partial<Record<EndpointId, Exception>>> = {
  'get-app-conversation': { steps: 2, reason: atAgent },
  'get-conversation': { steps: 2, reason: atAgent },
  'get-remember-prompt': { steps: 2, reason: atAgent },
  'get-sandbox-secret': { steps: 3, reason: sealed },
  'get-webhook-secret': { steps: 3, reason: sealed },
  'get-usage': { steps: 2, reason: 'What costs anything is found by an index, and read by its keys.' },
};

const byId: ReadonlyMap<string, Exception> = new Map(Object.entries(exceptions));

export function exceptionOf(id: string): Exception | undefined {
  return byId.get(id);
}
