import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { hooksOf } from '../project/hooks.ts';
import { skillsOf } from '../project/skills.ts';
import { workspacePath } from '../settings/settings.ts';
import type { Session } from './session.ts';

/** What a project brings along for its agents. */
export function projectRoutes(lifecycle: Lifecycle, session: Session): AgentApp {
  const directoryIn = (body: unknown) => {
    const fields = new Fields(body);
    const asked = fields.string('project_dir');
    const wantsProject = fields.boolean('load_project') ?? true;
    fields.finish();
    if (asked === undefined || !wantsProject) return undefined;
    return workspacePath(lifecycle.settings.workspace, asked);
  };
  return newAgentApp()
    .post('/api/skills', session, async (c) => {
      const directory = directoryIn(await readJson(c));
      const skills = directory === undefined ? [] : skillsOf(directory);
      return c.json({ skills, sources: { project: skills.length } });
    })
    .post('/api/hooks', session, async (c) => {
      const directory = directoryIn(await readJson(c));
      return c.json({ hook_config: directory === undefined ? null : hooksOf(directory) });
    });
}
