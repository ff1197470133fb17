import { assignments, inWorkingDirectory } from '../../../../platform/shell.ts';

/** Distinguishes our hook from one of the repository. */
const MARK = 'Runs .openhands/pre-commit.sh of the repository.';

const hook = `#!/bin/sh
# ${MARK}
earlier="$(dirname -- "$0")/pre-commit.local"
if [ -x "$earlier" ]; then "$earlier" "$@" || exit $?; fi
exec bash .openhands/pre-commit.sh "$@"
`;

/** Installs `.openhands/pre-commit.sh` as the pre-commit hook. An existing hook is kept, and runs first. Idempotent. */
export function hookScript(workingDir: string, directory: string): string {
  return `${inWorkingDirectory(workingDir, directory)}
${assignments({ hook, mark: MARK })}
[ -f .openhands/pre-commit.sh ] || exit 0
hooks="$(git -c 'safe.directory=*' rev-parse --git-path hooks)" && mkdir -p -- "$hooks" || exit 1
if [ -e "$hooks/pre-commit" ] && ! grep -qF "$mark" "$hooks/pre-commit"; then
  mv -- "$hooks/pre-commit" "$hooks/pre-commit.local" || exit 1
fi
printf '%s' "$hook" >"$hooks/pre-commit.new" && chmod 755 "$hooks/pre-commit.new" && mv -- "$hooks/pre-commit.new" "$hooks/pre-commit"`;
}
