import * as z from 'zod';

/** Owner and name as providers allow them: no character of theirs has a meaning in a shell. */
const OWNER = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;
const NAME = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,99}$/;

/** Characters that git forbids in the name of a branch, or that have a meaning in a shell. */
const FORBIDDEN_IN_BRANCH = /[\s\p{C}~^:?*[\]\\;&|<>$`"'(){}!\ufffd]|\.\.|\/\/|@\{/u;

function isRepository(text: string): boolean {
  const [owner = '', name = '', ...rest] = text.split('/');
  const isDots = /^\.+$/.test(name) || /^\.+$/.test(owner);
  return rest.length === 0 && OWNER.test(owner) && NAME.test(name) && !isDots && !name.toLowerCase().endsWith('.git');
}

function isBranch(text: string): boolean {
  const parts = text.split('/');
  return (
    text.length <= 255 &&
    !FORBIDDEN_IN_BRANCH.test(text) &&
    text !== '@' &&
    parts.every((part) => part !== '' && !/^[.-]|\.(lock)?$/.test(part))
  );
}

/** A repository as people name it: its owner, one slash, its name. */
export const Repository = z
  .string()
  .refine(isRepository, {
    error: "a repository is named 'owner/name': letters, digits, '.', '_' and '-' around one slash, without '.git'",
  })
  .meta({ description: 'Owner and name of a repository, with one slash between them.' });

export const Branch = z
  .string()
  .refine(isBranch, { error: 'git allows no branch of this name' })
  .meta({ description: 'The name of a branch or tag.' });
