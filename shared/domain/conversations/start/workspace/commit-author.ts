import { assignments } from '../../../../platform/shell.ts';
import type { GitUser } from '../../../settings/start-settings.ts';

/** Ends a script in the project: commits of its repository get the owner's name. */
export function commitAuthorScript({ name, email }: GitUser = { name: null, email: null }): string {
  if (name === null && email === null) return '';
  return `${assignments({ author: name ?? '', email: email ?? '' })}
if [ -e .git ]; then
  [ -z "$author" ] || git -c 'safe.directory=*' config --local user.name "$author"
  [ -z "$email" ] || git -c 'safe.directory=*' config --local user.email "$email"
fi
exit 0`;
}
