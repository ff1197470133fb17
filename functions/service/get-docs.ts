import { getDocs as endpoint } from '../../shared/contract/service.ts';
import { page } from '../../shared/domain/service/reference/page.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const getDocs = implement(endpoint, async () => page);

export const handler = serve(getDocs, () => ({}));
