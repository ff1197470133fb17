import * as z from 'zod';

/**
 * The parts of a name as providers allow them: an owner, groups or a project where the provider nests them, the name.
 * No character has a meaning in a shell. A space is written as in addresses, as Azure DevOps has them in names.
 */
const REPOSITORY =
  /^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]|%20){0,99}\/){1,20}(?!\.+$)(?!.*\.[Gg][Ii][Tt]$)[A-Za-z0-9._](?:[A-Za-z0-9._-]|%20){0,99}$/;

/** Excludes characters that git forbids in branch names or that a shell interprets, and `@` alone. */
const BRANCH_CHARACTERS = /^(?!@$)[^\s\p{C}~^:?*[\]\\;&|<>$`"'(){}!\ufffd]+$/u;

/** Parts between single slashes, none of which is empty, begins with `.` or `-`, or ends with `.` or `.lock`. */
const BRANCH_PARTS = /^(?!.*\.\.)(?:(?![.-])(?![^/]*\.(?:lock)?(?:\/|$))[^/]+(?:\/(?!$)|$))+$/u;

/** A repository by owner and name, with groups or a project between them at some providers. */
export const Repository = z
  .string()
  .max(500)
  .regex(REPOSITORY, {
    error:
      "Must be 'owner/name' or 'group/subgroup/name': letters, digits, '.', '_' and '-' between single slashes, without '.git'.",
  })
  .meta({
    description:
      'Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`).',
  });

/** One error for each name, whatever the fault. */
const noBranch = { error: 'Must be a valid git branch name.', abort: true };

export const Branch = z
  .string()
  .max(255, noBranch)
  .regex(BRANCH_CHARACTERS, noBranch)
  .regex(BRANCH_PARTS, noBranch)
  .meta({ description: 'The name of a branch or tag.' });
