import type { ProviderType } from '../../../api/shapes.ts';

interface GitProvider {
  readonly value: ProviderType;
  readonly label: string;
  /** The permissions without which a token is of little use here. */
  readonly needs: string;
  /** Whether there is no public server, so that a host has to be named. */
  readonly isOwnHost?: true;
}

/** The providers with repositories, and what their tokens need to show, clone and push. */
export const gitProviders: readonly GitProvider[] = [
  { value: 'github', label: 'GitHub', needs: 'repo and read:org, or Contents: write for a fine-grained token' },
  { value: 'gitlab', label: 'GitLab', needs: 'read_api and write_repository' },
  { value: 'bitbucket', label: 'Bitbucket', needs: 'account, workspaces and pull requests: read, repositories: write' },
  {
    value: 'bitbucket_data_center',
    label: 'Bitbucket Data Center',
    needs: 'projects: read, repositories: write',
    isOwnHost: true,
  },
  { value: 'azure_devops', label: 'Azure DevOps', needs: 'Project and team, User profile: read, Code: write' },
  {
    value: 'forgejo',
    label: 'Forgejo or Gitea',
    needs: 'read:user, read:organization, read:issue and write:repository',
  },
];

/** A provider by its name in the interface; a later version may have others. */
export function providerOf(value: string): GitProvider | undefined {
  return gitProviders.find((provider) => provider.value === value);
}
