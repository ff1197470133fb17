import * as z from 'zod';
import { defineEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { implement } from '../../../shared/http/operation/operation.ts';

/** An endpoint with one of each input, for tests of the HTTP layer. */
export const echoEndpoint = defineEndpoint(() => ({
  id: 'echo',
  area: 'service',
  method: 'POST',
  path: '/api/echo/{thing_id}',
  summary: 'Answer what was sent',
  access: 'key',
  scope: 'conversations:write',
  generation: 'v1',
  params: z.object({ thing_id: z.string().max(5) }),
  query: z.object({ limit: z.coerce.number().int().max(9).default(3), tag: z.array(z.string()).optional() }),
  body: z.strictObject({
    name: z.string().max(10),
    'a/b~c': z.int().optional(),
    parts: z.array(z.object({ size: z.int() })).optional(),
    anything: z.unknown().optional(),
  }),
  success: { status: 201, body: z.object({ said: z.unknown() }) },
  errors: ['not_found', 'unavailable'],
}));

type Input = Parameters<Parameters<typeof implement<typeof echoEndpoint, Record<string, never>>>[1]>[0];

/** Responds with the result of `say`, by default the input. */
export function echo(say: (input: Input) => unknown = (input) => ({ said: input })) {
  // Tests can return values that violate the contract, because the HTTP layer checks them.
  return implement(echoEndpoint, async (input: Input, _: Record<string, never>) => say(input) as { said: unknown });
}

export const good = { params: { thing_id: 'one' }, body: { name: 'ann' } };
