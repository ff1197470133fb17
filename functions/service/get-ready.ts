import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../shared/aws/documents.ts';
import { getReady as endpoint } from '../../shared/contract/service.ts';
import { requireEnv } from '../../shared/env.ts';
import { AppError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';

interface Deps {
  /** Reads something, whatever it is. */
  readonly probe: () => Promise<unknown>;
}

export const getReady = implement(endpoint, async (_, { probe }: Deps) => {
  try {
    await probe();
  } catch (cause) {
    throw new AppError('unavailable', 'the database does not answer', {
      cause,
      extensions: { retry_after_seconds: 5 },
    });
  }
  return { status: 'ready' as const };
});

export const handler = serve(getReady, () => {
  const command = { TableName: requireEnv('OWNERS_TABLE'), Key: { owner_id: 'readiness-probe' } };
  return { probe: () => documents().send(new GetCommand(command)) };
});
