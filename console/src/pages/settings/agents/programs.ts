import { CUSTOM_PROGRAM } from './agent-draft.ts';

/** The programs that agent servers know by name. A test compares their names with those of the service's form. */
export const programs: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  'kimi-code': 'Kimi Code',
  pi: 'Pi',
  opencode: 'OpenCode',
  [CUSTOM_PROGRAM]: 'Custom command',
};
