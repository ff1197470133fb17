import { getSaas as endpoint } from '../../shared/contract/service/start-up.ts';
import { type Presentation, presentation } from '../../shared/domain/service/presentation.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

interface Deps {
  readonly settings: Presentation;
}

export const getSaas = implement(endpoint, async (_, { settings }: Deps) => ({ saas: settings.app_mode === 'saas' }));

export const handler = serve(getSaas, () => ({ settings: presentation() }));
