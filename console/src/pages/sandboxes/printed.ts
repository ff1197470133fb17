import { visible } from '../../../../shared/presentation/visible.ts';

/** Terminal sequences have no meaning outside a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with it
const SEQUENCES = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** What a program printed, as text that reads as it is. */
export function printed(text: string): string {
  return visible(text.replace(SEQUENCES, ''));
}
