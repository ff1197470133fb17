import { getSaas as endpoint } from '../../shared/contract/start-up.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type Presentation, presentation } from '../../shared/web-clients/presentation.ts';

interface Deps {
  readonly settings: Presentation;
}

export const getSaas = implement(endpoint, async (_, { settings }: Deps) => ({ saas: settings.app_mode === 'saas' }));

export const handler = serve(getSaas, () => ({ settings: presentation() }));
