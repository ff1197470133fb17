import { batchGetSandboxSpecs as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

interface Deps {
  readonly specs: SandboxSpecs;
}

export const batchGetSandboxSpecs = implement(endpoint, async ({ query }, { specs }: Deps) =>
  query.id.map((id) => specs.find(id) ?? null),
);

export const handler = serve(batchGetSandboxSpecs, () => ({ specs: SandboxSpecs.load() }));
