import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireEnv } from '../../../platform/env.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { type SandboxSpec, SandboxSpecsDocument } from './sandbox-spec.ts';

/** The sandbox specs of this deployment, the default first. */
export class SandboxSpecs {
  readonly all: readonly SandboxSpec[];

  constructor(document: SandboxSpecsDocument) {
    const isDefault = (spec: SandboxSpec) => Number(spec.id === document.default);
    this.all = document.specs.toSorted((a, b) => isDefault(b) - isDefault(a));
  }

  /** Reads the file in the function's folder, which Lambda names in a variable of its own. */
  static load(): SandboxSpecs {
    const file = join(requireEnv('LAMBDA_TASK_ROOT'), 'sandbox-specs.json');
    return new SandboxSpecs(SandboxSpecsDocument.parse(JSON.parse(readFileSync(file, 'utf8'))));
  }

  find(id: string): SandboxSpec | undefined {
    return this.all.find((spec) => spec.id === id);
  }

  /** @throws NotFoundError when the deployment has no such spec. */
  get(id: string): SandboxSpec {
    const spec = this.find(id);
    if (!spec) throw new NotFoundError('sandbox spec', `'${id}'`);
    return spec;
  }

  /** @throws NotFoundError as `get`. Without an id, the default. */
  getOrDefault(id: string | undefined): SandboxSpec {
    const [first] = this.all;
    if (id === undefined && first) return first;
    return this.get(id ?? '');
  }
}
