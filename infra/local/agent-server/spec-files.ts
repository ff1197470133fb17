import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sealsWithBootKey } from '../../../shared/contract/shapes/agent-versions.ts';
import { SandboxSpecsDocument } from '../../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { SPECS_FILE } from '../../specs/document.ts';
import { installedRelease, notInstalled } from '../../specs/installed-program.ts';
import { openhandsLocal } from '../../specs/openhands-local.ts';
import type { Assembly } from '../assembly/assembly.ts';
import { writeStateFile } from '../state/state-file.ts';

type Document = SandboxSpecsDocument;

/** What the specs say about the agent server of this machine. */
export interface AgentOnMachine {
  readonly program: string | undefined;
  /** The default spec; undefined for that of the settings. */
  readonly defaultSpec: string | undefined;
}

/** The specs as functions read them, in the folder of each function that reads any. */
export class SpecFiles {
  readonly #paths: readonly string[];
  /** As synthesised, the same in all files. */
  readonly #document: Document;

  private constructor(paths: readonly string[], document: Document) {
    this.#paths = paths;
    this.#document = document;
  }

  static async of(assembly: Pick<Assembly, 'ofType' | 'assetPath'>): Promise<SpecFiles> {
    // The template itself has the code of small functions, which read no specs.
    const withFolder = assembly.ofType('AWS::Lambda::Function').filter(({ properties }) => !hasInlineCode(properties));
    const folders = new Set(withFolder.map((resource) => assembly.assetPath(resource)));
    const paths = [...folders].map((folder) => join(folder, SPECS_FILE)).filter((path) => existsSync(path));
    const [first] = paths;
    if (first === undefined) return new SpecFiles([], { default: '', specs: [] });
    return new SpecFiles(paths, SandboxSpecsDocument.parse(JSON.parse(await readFile(first, 'utf8'))));
  }

  /** The default spec of the settings. */
  get settingsDefault(): string {
    return this.#document.default;
  }

  /** Whether the settings offer a spec. */
  has(id: string): boolean {
    return this.#document.specs.some((spec) => spec.id === id);
  }

  /** Replaces the files, which can be links to a cached build. Functions that run already have read them. */
  async write(agent: AgentOnMachine): Promise<void> {
    const content = JSON.stringify(documentWith(this.#document, agent), undefined, 2);
    await Promise.all(this.#paths.map((path) => writeStateFile(path, content)));
  }
}

const hasInlineCode = ({ Code }: Record<string, unknown>): boolean => Object(Code).ZipFile !== undefined;

/** The document with what is known of this machine. */
export function documentWith(document: Document, { program, defaultSpec }: AgentOnMachine): Document {
  const { id, local } = openhandsLocal;
  const requires = local === false ? undefined : local.requires;
  const release = program === undefined ? undefined : installedRelease(program);
  const specs = document.specs.map((spec) => {
    if (spec.id !== id) return spec;
    if (program === undefined) {
      const [name, command] = [requires?.program ?? '', requires?.install ?? ''];
      return { ...spec, unavailable: { reason: notInstalled(name), install: command } };
    }
    // The boot key works for an unknown release too.
    const seals = release === undefined || sealsWithBootKey(release);
    return { ...spec, unavailable: null, seals_with_boot_key: seals };
  });
  return { default: defaultSpec ?? document.default, specs };
}
