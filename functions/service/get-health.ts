import { getHealth as endpoint } from '../../shared/contract/service/service.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const getHealth = implement(endpoint, async () => 'OK' as const);

export const handler = serve(getHealth, () => ({}));
