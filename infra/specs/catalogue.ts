import type { Settings } from '../config.ts';
import { installedEditor, withAvailability, withEditor } from './installed-program.ts';
import { openhands } from './openhands.ts';
import { openhandsLocal } from './openhands-local.ts';
import { openhandsX86 } from './openhands-x86.ts';
import { reference } from './reference.ts';
import { parseSpec, type SandboxSpec } from './schema.ts';

/** The specs of this folder by file name. */
export const specFiles: Readonly<Record<string, unknown>> = {
  openhands,
  'openhands-local': openhandsLocal,
  'openhands-x86': openhandsX86,
  reference,
};

/** The specs of a stage, its default first. */
export type Specs = readonly [SandboxSpec, ...SandboxSpec[]];

/** The specs of a stage. Specs that it does not offer are checked too. @throws naming an invalid or missing spec */
export function specsFor(
  settings: Settings,
  files: Readonly<Record<string, unknown>> = specFiles,
  environment: NodeJS.ProcessEnv = process.env,
): Specs {
  const { images = {}, warmPools = {} } = settings;
  const parsed = Object.entries(files).map(([name, source]) => parseSpec(name, source));
  const isLocal = settings.stage === 'local';
  const editor = isLocal ? installedEditor(environment) : undefined;
  const equipped = parsed
    .map((spec) => (spec.id === reference.id && editor ? withEditor(spec, editor) : spec))
    .map((spec) => (isLocal ? withAvailability(spec, environment) : spec));
  const all = new Map(
    equipped.map((spec) => {
      const { image, warmPool } = spec;
      return [spec.id, { ...spec, image: images[spec.id] ?? image, warmPool: warmPools[spec.id] ?? warmPool }];
    }),
  );
  const find = (setting: string, id: string): SandboxSpec => {
    const where = `Settings of stage '${settings.stage}': ${setting}`;
    const spec = all.get(id);
    if (!spec) throw new Error(`${where}: there is no sandbox spec '${id}' (only ${[...all.keys()].join(', ')}).`);
    if (settings.stage !== 'local' && !spec.aws)
      throw new Error(`${where}: the sandbox spec '${id}' runs only locally.`);
    return spec;
  };
  for (const id of Object.keys(images)) find('images', id);
  for (const id of Object.keys(warmPools)) find('warmPools', id);
  for (const spec of all.values()) requireOwnKey(settings, spec);
  const others = settings.specs.filter((id, index, ids) => id !== settings.defaultSpec && ids.indexOf(id) === index);
  const named = others.map((id) => find('specs', id));
  return [find('defaultSpec', settings.defaultSpec), ...named];
}

/** A warm task boots with another key than that of the sandbox that claims it. */
function requireOwnKey({ stage }: Settings, { id, sealsWithBootKey, warmPool }: SandboxSpec): void {
  if (!sealsWithBootKey || warmPool.size === 0) return;
  throw new Error(
    `Settings of stage '${stage}': the sandbox spec '${id}' cannot have a warmPool, because its agent encrypts files with its boot key (sealsWithBootKey).`,
  );
}
