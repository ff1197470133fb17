import { getAlive as endpoint } from '../../shared/contract/service/service.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const getAlive = implement(endpoint, async () => ({ status: 'ok' as const }));

export const handler = serve(getAlive, () => ({}));
