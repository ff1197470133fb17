import { verb } from '../command.ts';
import { completionScript, shells } from '../output/completion-script.ts';

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
