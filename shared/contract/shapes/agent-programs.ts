/** Names of agent programs that agent servers start, with their labels. They speak the Agent Client Protocol. */
export const agentPrograms = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  'kimi-code': 'Kimi Code',
  pi: 'Pi',
  opencode: 'OpenCode',
} as const;
