import { describe, expect, it } from 'vitest';
import { directoryOf, isMicroagent, readMicroagent } from '../../../../shared/domain/git/microagents.ts';

describe('a microagent', () => {
  it('lies in one directory, by the name of the repository', () => {
    expect(['acme/web', 'acme/.openhands', 'g/s/openhands-config'].map(directoryOf)).toEqual([
      '.openhands/microagents',
      'microagents',
      'microagents',
    ]);
  });

  it.each([
    ['.openhands/microagents/a.md', true],
    ['.cursorrules', true],
    ['.openhands/microagents/a.txt', false],
    ['.openhands/microagents/../../a.md', false],
    ['.openhands/microagents/x/a.md', false],
    ['microagents/a.md', false],
    ['README.md', false],
    ['.openhands/microagents/a\n.md', false],
  ])('may be read: %j %s', (path, expected) => expect(isMicroagent('acme/web', path)).toBe(expected));

  it.each([
    ['text', 'text', []],
    ['---\nname: x\n---\ntext', 'text', []],
    ['---\r\ntriggers:\r\n- a\r\n-  "b c"\r\nversion: 1\r\n---\r\ntext\r\n', 'text', ['a', 'b c']],
    ["---\ntriggers: [a, 'b']\n---\n", '', ['a', 'b']],
    ['---\nno end', '---\nno end', []],
  ])('has a text and triggers: %j', (text, content, triggers) => {
    expect(readMicroagent(text)).toEqual({ content, triggers });
  });
});
