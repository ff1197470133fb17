import * as z from 'zod';

/** Owner and name as providers allow them: no character of theirs has a meaning in a shell. */
const REPOSITORY = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\/(?!\.+$)(?!.*\.[Gg][Ii][Tt]$)[A-Za-z0-9._][A-Za-z0-9._-]{0,99}$/;

/** No character that git forbids in the name of a branch, or that has a meaning in a shell; and not `@` alone. */
const BRANCH_CHARACTERS = /^(?!@$)[^\s\p{C}~^:?*[\]\\;&|<>$`"'(){}!\ufffd]+$/u;

/** Parts between single slashes, none of which is empty, begins with `.` or `-`, or ends with `.` or `.lock`. */
const BRANCH_PARTS = /^(?!.*\.\.)(?:(?![.-])(?![^/]*\.(?:lock)?(?:\/|$))[^/]+(?:\/(?!$)|$))+$/u;

/** A repository as people name it: its owner, one slash, its name. */
export const Repository = z
  .string()
  .regex(REPOSITORY, {
    error: "a repository is named 'owner/name': letters, digits, '.', '_' and '-' around one slash, without '.git'",
  })
  .meta({ description: 'Owner and name of a repository, with one slash between them.' });

/** One error for each name, whatever is wrong with it. */
const noBranch = { error: 'git allows no branch of this name', abort: true };

export const Branch = z
  .string()
  .max(255, noBranch)
  .regex(BRANCH_CHARACTERS, noBranch)
  .regex(BRANCH_PARTS, noBranch)
  .meta({ description: 'The name of a branch or tag.' });
