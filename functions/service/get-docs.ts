import { page } from '../../shared/api-docs/page.ts';
import { getDocs as endpoint } from '../../shared/contract/service.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';

export const getDocs = implement(endpoint, async () => page);

export const handler = serve(getDocs, () => ({}));
