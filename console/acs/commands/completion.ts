import { fileURLToPath } from 'node:url';
import { verb } from '../command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const launcher = fileURLToPath(new URL('../acs.mjs', import.meta.url));

/**
 * A script that gets completions from acs (`--get-yargs-completions`) in the format of this shell. The scripts of yargs
 * use the format of the login shell and require acs on the PATH.
 *
 * @param program the path of acs
 */
export function completionScript(shell: Shell, program = launcher): string {
  return scripts[shell]((shell === 'fish' ? quotedForFish : quoted)(program));
}

/** Quotes any text for bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Quotes any text for fish, where backslashes also escape within quotes. */
const quotedForFish = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const scripts: Readonly<Record<Shell, (program: string) => string>> = {
  bash: (program) => `# Completion of acs for bash. Also defines acs if it is not on the PATH.
command -v acs >/dev/null || acs() { ${program} "$@"; }
_acs_completions() {
  local line="\${COMP_LINE:0:COMP_POINT}" words found current
  # Splits at spaces only: bash would split keys:read into three words.
  read -ra words <<<"$line"
  [[ $line == *' ' ]] && words+=('')
  current="\${words[\${#words[@]} - 1]}"
  mapfile -t found < <(SHELL=bash ZSH_NAME= ${program} --get-yargs-completions "\${words[@]}" 2>/dev/null)
  # The parser escapes colons for zsh.
  found=("\${found[@]//\\\\:/:}")
  mapfile -t COMPREPLY < <(compgen -W "$(printf '%q ' "\${found[@]}")" -- "$current")
  [[ $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${current%"\${current##*:}"}"}")
}
complete -o bashdefault -o default -F _acs_completions acs
`,
  zsh: (program) => `# Completion of acs for zsh. Also defines acs if it is not on the PATH.
(( $+commands[acs] )) || acs() { ${program} "$@" }
_acs_completions() {
  local -a reply
  reply=("\${(@f)$(SHELL=zsh ${program} --get-yargs-completions "\${words[@]}" 2>/dev/null)}")
  if (( \${#reply} )) && [[ -n "\${reply[1]}" ]]; then _describe 'values' reply; else _default; fi
}
compdef _acs_completions acs
`,
  fish: (program) => `# Completion of acs for fish. Also defines acs if it is not on the PATH.
type -q acs; or function acs; ${program} $argv; end
function __acs_completions
  set -l found (SHELL=fish ZSH_NAME= ${program} --get-yargs-completions (commandline -opc) (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -f -c acs -a '(__acs_completions)'
`,
};

export const completion = verb({
  command: 'completion <shell>',
  describe: 'Print a completion script for your shell',
  positionals: { shell: { choices: shells, demandOption: true, describe: 'Your shell' } },
  examples: [
    ['completion bash >> ~/.bashrc', 'bash'],
    ['completion zsh >> ~/.zshrc', 'zsh, after compinit'],
    ['completion fish > ~/.config/fish/completions/acs.fish', 'fish'],
  ],
  run: async ({ shell }) => {
    process.stdout.write(completionScript(shell));
  },
});
