import { realpathSync } from 'node:fs';

/** A text for clients, with the workspace under the one name that they know: where it lies here is of no concern. */
export function withoutLocalPaths(text: string, workspace: string): string {
  return [workspace, realpathSync(workspace)].reduce((clean, path) => clean.replaceAll(path, '/workspace'), text);
}
