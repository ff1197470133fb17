import * as z from 'zod';

/**
 * An owner, optional groups or a project, and a name. Contains no character with a meaning in a shell. Azure DevOps
 * allows spaces, written as `%20`.
 */
const REPOSITORY =
  /^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]|%20){0,99}\/){1,20}(?!\.+$)(?!.*\.[Gg][Ii][Tt]$)[A-Za-z0-9._](?:[A-Za-z0-9._-]|%20){0,99}$/;

/** Excludes characters that git forbids in branch names or that a shell interprets, and `@` alone. */
const BRANCH_CHARACTERS = /^(?!@$)[^\s\p{C}~^:?*[\]\\;&|<>$`"'(){}!\ufffd]+$/u;

/** Parts between single slashes. No part is empty, begins with `.` or `-`, or ends with `.` or `.lock`. */
const BRANCH_PARTS = /^(?!.*\.\.)(?:(?![.-])(?![^/]*\.(?:lock)?(?:\/|$))[^/]+(?:\/(?!$)|$))+$/u;

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

/** The only error of an invalid name. */
const noBranch = { error: 'Must be a valid git branch name.', abort: true };

export const Branch = z
  .string()
  .max(255, noBranch)
  .regex(BRANCH_CHARACTERS, noBranch)
  .regex(BRANCH_PARTS, noBranch)
  .meta({ description: 'The name of a branch or tag.' });
