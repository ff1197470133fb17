import { describe, expect, it } from 'vitest';
import { withoutInnerPaths } from '../../../../shared/domain/sandboxes/agent/foreign-text.ts';

describe('the words of an error', () => {
  it.each([
    ["ENOENT: open '/home/ann/.local/state/acs/volumes/v1/project/a.txt'", "ENOENT: open '…/a.txt'"],
    ['Failed to upload file: /Users/ann/Library/a b', 'Failed to upload file: …/a b'],
    ['File "/agent-server/.venv/lib/python3.13/site.py", line 3', 'File "…/site.py", line 3'],
    ['in (/root/.cache/x/), see /tmp/a/b.', 'in (…/x), see …/b.'],
    ['cwd=/var/task/main.js:12', 'cwd=…/main.js:12'],
  ])('lose the paths of a machine: %s', (text, clean) => {
    expect(withoutInnerPaths(text)).toBe(clean);
  });

  it.each([
    'File does not exist: /workspace/project/a.txt',
    'POST https://api.example.com/v1/chat/completions answered 401; see /v1/models/x and /api/git/diff',
    '/usr/bin/python3 not found, and/or no feature/a/b in ../x/y, ~/x/y, $HOME/a/b or .openhands/setup.sh',
    'a single /word or 1/2/3',
  ])('keep what is the same everywhere: %s', (text) => {
    expect(withoutInnerPaths(text)).toBe(text);
  });
});
