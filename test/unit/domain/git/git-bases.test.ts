import { expect, it } from 'vitest';
import { gitBasesOf } from '../../../../shared/domain/git/git-bases.ts';

it('gitBasesOf reads the deployment’s git hosts from its setting', () => {
  expect(gitBasesOf(undefined)).toEqual({});
  expect(gitBasesOf('{"gitlab":"https://git.example.com"}')).toEqual({ gitlab: 'https://git.example.com' });
  expect(() => gitBasesOf('{"nobody":"https://x"}')).toThrow();
});
