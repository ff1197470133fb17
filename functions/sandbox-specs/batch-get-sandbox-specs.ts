import { batchGetSandboxSpecs as endpoint } from '../../shared/contract/sandbox-specs.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { SandboxSpecs } from '../../shared/sandbox-specs/sandbox-specs.ts';

interface Deps {
  readonly specs: SandboxSpecs;
}

export const batchGetSandboxSpecs = implement(endpoint, async ({ query }, { specs }: Deps) =>
  query.id.map((id) => specs.find(id) ?? null),
);

export const handler = serve(batchGetSandboxSpecs, () => ({ specs: SandboxSpecs.load() }));
