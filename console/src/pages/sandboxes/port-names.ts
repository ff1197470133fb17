import type { ExposedUrl } from '../../api/shapes.ts';

/** The ports of specs, as people know them. */
export const portNames: Readonly<Record<ExposedUrl['name'], string>> = {
  AGENT_SERVER: 'Agent server',
  VSCODE: 'VS Code',
  WORKER_1: 'Worker 1',
  WORKER_2: 'Worker 2',
};
