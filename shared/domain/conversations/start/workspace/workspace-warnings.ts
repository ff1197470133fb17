import type { StepWarning } from '../task/start-warnings.ts';
import { ALSO, BRANCH, CLONED, EMPTY, OTHER, SUBMODULE, SUBMODULES } from './prepare-script.ts';

interface Asked {
  readonly repository: string;
  readonly directory: string;
  readonly branch: string | null;
  /** Whether an agent has worked on the conversation, in this sandbox or an earlier one. */
  readonly isOld: boolean;
}

/** What the user should know about a workspace, from the output of the clone's script. */
export function workspaceWarnings(asked: Asked, stdout: string, stderr: string): readonly StepWarning[] {
  const { repository, directory, branch, isOld } = asked;
  const lines = stdout.split('\n');
  const after = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
  const warnings: StepWarning[] = [];
  const warn = (code: string, message: string, output = '') => warnings.push({ code, message, output });
  if (lines.includes(EMPTY))
    warn('repository_empty', `The repository ${repository} has no commit yet, so the workspace is empty.`);
  if (lines.includes(SUBMODULES)) {
    const names = after(SUBMODULE).map((name) => name.replace(/ \([^()]*\)$/, ''));
    const which = names.length === 0 ? 'Submodules' : `The submodules ${names.join(', ')}`;
    const message = `${which} of ${repository} could not be cloned. A git token is only sent to its own host. Ask the agent to clone them if the project needs them. git said:`;
    warn('submodules_missing', message, stderr);
  }
  for (const current of after(BRANCH))
    warn(
      'branch_not_checked_out',
      `The workspace already has ${repository} in '${directory}', with ${current === '' ? 'no branch' : `the branch '${current}'`} checked out instead of '${branch}'. It stays as it is. Ask the agent to switch, or start in a separate sandbox.`,
    );
  if (lines.some((line) => line.startsWith(OTHER)))
    warn('workspace_differs', `${otherIn(asked, stdout)} The conversation continues with it as it is.`);
  const others = after(ALSO).map((name) => `'${name}'`);
  if (others.length > 0)
    warn(
      'other_clone',
      `${repository} was cloned again to '${directory}'. The workspace also has it in ${others.join(', ')}, where earlier work may be.`,
    );
  else if (isOld && lines.includes(CLONED))
    warn(
      'cloned_again',
      `${repository} was cloned again, as its directory is not in this sandbox. Earlier work of this conversation that was not pushed is not in the new clone.`,
    );
  return warnings;
}

/** What the directory of a repository has instead of it. */
export function otherIn({ repository, directory }: Asked, stdout: string): string {
  const line = stdout.split('\n').find((text) => text.startsWith(OTHER)) ?? '';
  const found = line.slice(OTHER.length).replace(/^ssh:/, '').slice(0, 300);
  const what = found === '' ? `is not a clone of ${repository}` : `is a clone of ${found}, not of ${repository}`;
  return `The directory '${directory}' of the workspace ${what}.`;
}
