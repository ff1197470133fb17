import { expect, it } from 'vitest';
import { warningLines } from '../../../../../console/acs/commands/conversations/conversation.ts';

it('are one line each, with the indented output of what failed', () => {
  const warnings = [
    { code: 'setup_script_failed', message: 'It failed.', detail: 'npm: not found\nexit 127' },
    { code: 'repository_empty', message: 'It is empty.', detail: null },
  ];

  expect(warningLines({ warnings })).toBe('Warning: It failed.\n  npm: not found\n  exit 127\nWarning: It is empty.');
  expect(warningLines({ warnings: [] })).toBe('');
  expect(warningLines({})).toBe('');
});
