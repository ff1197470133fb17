import packageJson from '../../package.json' with { type: 'json' };
import { getServerInfo as endpoint } from '../../shared/contract/service/service.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnv } from '../../shared/platform/env.ts';

interface Deps {
  readonly stage: string;
}

export const getServerInfo = implement(endpoint, async (_, { stage }: Deps) => ({
  name: packageJson.name,
  version: packageJson.version,
  stage,
  api_versions: ['v0', 'v1'],
}));

export const handler = serve(getServerInfo, () => ({ stage: requireEnv('STAGE') }));
