import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { bundlesOf, METAFILE } from '../bundling/bundles.ts';
import type { Specs } from '../specs/catalogue.ts';
import { SPECS_FILE, specsDocument } from '../specs/document.ts';

/** A bundle that contains this module gets the specs file. */
const SPECS_READER = 'shared/domain/sandboxes/specs/sandbox-specs.ts';

const accountSchema = z.object({
  outputs: z.record(
    z.string(),
    z.object({ bytes: z.number(), inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })) }),
  ),
});

/** The built functions as code assets. They are deployed byte for byte. */
export class FunctionBundles {
  readonly #directory: string;
  readonly #staging: string;
  readonly #readSpecs: ReadonlySet<string>;
  readonly #document: string;

  /** @param staging for functions with more files than their bundle @throws when `directory` holds no build */
  constructor(directory: string, staging: string, specs: Specs) {
    const path = join(directory, METAFILE);
    if (!existsSync(path))
      throw new Error(`${directory} contains no built functions. Run 'node infra/bundling/build.ts ${directory}'.`);
    const account = accountSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const readers = bundlesOf(account).filter(({ sources }) => sources.includes(SPECS_READER));
    this.#directory = directory;
    this.#staging = staging;
    this.#readSpecs = new Set(readers.map(({ id }) => id));
    this.#document = JSON.stringify(specsDocument(specs), undefined, 2);
  }

  /** @throws when this function was not built. */
  codeOf(id: string): Code {
    const directory = join(this.#directory, id);
    if (!existsSync(directory)) throw new Error(`The function '${id}' was not built into ${this.#directory}.`);
    return Code.fromAsset(this.#readSpecs.has(id) ? this.#withSpecs(id, directory) : directory);
  }

  #withSpecs(id: string, directory: string): string {
    const together = join(this.#staging, id);
    cpSync(directory, together, { recursive: true });
    writeFileSync(join(together, SPECS_FILE), this.#document);
    return together;
  }
}
