import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import type { Route, RoutedRequest } from '../http/router.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { hooksOf } from '../project/hooks.ts';
import { skillsOf } from '../project/skills.ts';
import { workspacePath } from '../settings.ts';

const noEditor = 'VSCode is disabled in configuration. Set enable_vscode=true to enable.';

/** What a project brings along for its agents, and the editor, which this server does not have. */
export function projectRoutes(lifecycle: Lifecycle): readonly Route[] {
  const at = (method: Route['method'], path: string, handle: Route['handle']): Route => {
    return { method, path: `/api${path}`, access: 'session', handle };
  };
  const read = async ({ incoming }: RoutedRequest) => {
    const fields = new Fields(await readJson(incoming));
    const asked = fields.string('project_dir');
    const wantsProject = fields.boolean('load_project') ?? true;
    fields.finish();
    if (asked === undefined || !wantsProject) return undefined;
    return workspacePath(lifecycle.settings.workspace, asked);
  };
  return [
    at('POST', '/skills', async (request) => {
      const directory = await read(request);
      const skills = directory === undefined ? [] : skillsOf(directory);
      return { status: 200, body: { skills, sources: { project: skills.length } } };
    }),
    at('POST', '/hooks', async (request) => {
      const directory = await read(request);
      return { status: 200, body: { hook_config: directory === undefined ? null : hooksOf(directory) } };
    }),
    at('GET', '/vscode/url', () => {
      throw new HttpError(503, noEditor);
    }),
    at('GET', '/vscode/status', () => {
      return { status: 200, body: { running: false, enabled: false, message: 'VSCode is disabled in configuration' } };
    }),
  ];
}
