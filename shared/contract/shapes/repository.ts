import { line } from './text.ts';

/**
 * An owner, optional groups or a project, and a name. Allows what any provider allows, such as the `~` of a personal
 * project (Bitbucket Data Center), or letters of any language and brackets (Azure DevOps, where a space is `%20`).
 */
const REPOSITORY = /^(?:(?!\.+\/)[^ \\/:*?"<>|#]{1,255}\/){1,20}(?!\.+$)(?!.*\.[Gg][Ii][Tt]$)[^ \\/:*?"<>|#]{1,255}$/;

/** Git's own rule (`git check-ref-format --branch`), without the control characters that `line` refuses. */
const BRANCH = /^(?!@$)(?![-./])(?!.*(?:\.\.|@\{|\/[./]|\.lock\/|\.lock$|[./]$))[^ ~^:?*[\\]+$/;

export const Repository = line(500)
  .regex(REPOSITORY, {
    error:
      "Must be 'owner/name' or 'group/subgroup/name', with single slashes, '%20' for each space, and without '.git'.",
  })
  .meta({
    description:
      'Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`, and a percent sign `%25`).',
  });

export const Branch = line(1_000)
  .regex(BRANCH, { error: 'Must be a valid git branch name.' })
  .meta({ description: 'The name of a branch or tag.' });
