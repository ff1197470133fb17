import { describe, expect, it } from 'vitest';
import { FilePathBase64 } from '../../../../shared/contract/shapes/sandbox-files.ts';
import { boundedRange, isListed } from '../../../../shared/domain/files/conditions.ts';
import { assigned, SandboxPath } from '../../../../shared/domain/files/sandbox-path.ts';

describe('a range', () => {
  it.each([
    ['bytes=0-9', 'bytes=0-9'],
    ['bytes=5-', 'bytes=5-104'],
    ['bytes=5-9999', 'bytes=5-104'],
    ['bytes=-7', 'bytes=-7'],
    ['bytes=9-5', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['items=0-9', undefined],
    [undefined, undefined],
  ])('of %j is requested as %j', (header, requested) => {
    expect(boundedRange(header, 100)).toBe(requested);
  });
});

describe('a list of entity tags', () => {
  it.each([
    ['*', true],
    ['"a", W/"b"', true],
    ['"a"', false],
    ['b', false],
    ['', false],
  ])('%j has the tag "b": %j', (header, expected) => {
    expect(isListed(header, '"b"')).toBe(expected);
  });
});

describe('a path in a sandbox', () => {
  const workingDir = '/workspace/project';

  it.each([
    [{}, '/workspace/project', './project'],
    [{ path: 'a/../b' }, '/workspace/project/b', './project/b'],
    [{ path: '../../../../etc/passwd' }, '/etc/passwd', '/etc/passwd'],
    [{ path: '/workspace' }, '/workspace', '.'],
    [{ path: '/workspaces/x' }, '/workspaces/x', '/workspaces/x'],
    [{ path: '-rf' }, '/workspace/project/-rf', './project/-rf'],
  ])('%j is %s, and %s for scripts', (given, text, forScripts) => {
    const path = SandboxPath.of(given, workingDir);

    expect([path.text, path.forScripts.toString()]).toEqual([text, forScripts]);
  });

  it.each([
    ['YQ', true],
    ['YWI', true],
    ['YWJjZA', true],
    ['YQBi', 'A path cannot contain the NUL character.'],
    ['A', 'Must be base64url (RFC 4648), without padding.'],
    ['YWJj=', 'Must be base64url (RFC 4648), without padding.'],
  ])('in base64url, %j is accepted: %j', (text, expected) => {
    const { success, error } = FilePathBase64.safeParse(text);

    expect(success || error.issues.map(({ message }) => message).join()).toBe(expected);
  });

  it('keeps bytes that are not UTF-8, and names them by escapes in scripts', () => {
    const path = SandboxPath.of({ path_base64: Buffer.from([0xff, 0x27]).toString('base64url') }, '/');

    expect([path.isText, [...path.bytes]]).toEqual([false, [0x2f, 0xff, 0x27]]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    expect(assigned('at', path.bytes)).toBe("at=$(printf '\\057\\377\\047x'); at=${at%x}");
  });
});
