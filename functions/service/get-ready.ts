import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { getReady as endpoint } from '../../shared/contract/service/service.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { AppError } from '../../shared/platform/errors.ts';

interface Deps {
  /** Reads any one item. */
  readonly probe: () => Promise<unknown>;
}

export const getReady = implement(endpoint, async (_, { probe }: Deps) => {
  try {
    await probe();
  } catch (cause) {
    throw new AppError('unavailable', 'The database does not respond.', {
      cause,
      extensions: { retry_after_seconds: 5 },
    });
  }
  return { status: 'ready' as const };
});

export const handler = serve(getReady, (granted) => {
  const Key = { owner_id: 'readiness-probe' };
  return { probe: () => documents().send(new GetCommand({ TableName: granted.owners, Key })) };
});
