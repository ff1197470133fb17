import type { Editor } from '../editor/editor.ts';
import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { queryOf } from '../http/query.ts';
import type { Session } from './session.ts';

const none =
  'This sandbox has no VS Code: neither openvscode-server nor code-server was found when the service started. ' +
  'Install one of them on the PATH, restart the service, and use a new sandbox.';

export function vscodeRoutes(editor: Editor | undefined, session: Session): AgentApp {
  return newAgentApp()
    .get('/api/vscode/url', session, (c) => {
      if (!editor) throw new HttpError(503, none);
      const query = queryOf(c);
      const base = query.get('base_url') || undefined;
      if (base !== undefined && !URL.canParse(base))
        throw unprocessable([{ type: 'url_parsing', loc: ['query', 'base_url'], msg: 'Input should be a valid URL' }]);
      return c.json({ url: editor.urlOf(base, query.get('workspace_dir') || '/workspace/project') });
    })
    .get('/api/vscode/status', session, (c) => {
      if (!editor) return c.json({ running: false, enabled: false, message: none });
      return c.json({ running: editor.isRunning, enabled: true });
    });
}
