import type { Settings } from '../config.ts';
import { openhands } from './openhands.ts';
import { reference } from './reference.ts';
import { parseSpec, type SandboxSpec } from './schema.ts';

/** Every file of this folder that is a spec, by its name. */
export const specFiles: Readonly<Record<string, unknown>> = { openhands, reference };

/** The specs that a stage offers, its default first. */
export type Specs = readonly [SandboxSpec, ...SandboxSpec[]];

/**
 * Reads the specs that a stage offers. All files are checked, also those that the stage leaves out.
 *
 * @throws with one sentence, when a spec cannot be used or the settings name one that is not there.
 */
export function specsFor(settings: Settings, files: Readonly<Record<string, unknown>> = specFiles): Specs {
  const all = new Map(Object.entries(files).map(([name, source]) => [name, parseSpec(name, source)]));
  const find = (setting: string, id: string): SandboxSpec => {
    const where = `Settings of stage '${settings.stage}': ${setting}`;
    const spec = all.get(id);
    if (!spec) throw new Error(`${where}: there is no sandbox spec '${id}' (there are ${[...all.keys()].join(', ')}).`);
    if (settings.stage !== 'local' && !spec.aws)
      throw new Error(`${where}: the sandbox spec '${id}' runs only locally.`);
    return spec;
  };
  const others = settings.specs.filter((id, index, ids) => id !== settings.defaultSpec && ids.indexOf(id) === index);
  return [find('defaultSpec', settings.defaultSpec), ...others.map((id) => find('specs', id))];
}
