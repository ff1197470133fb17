import { useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { GitHubApp, GitHubAppOrder, GitProvider, GitUser } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';

interface KnownProvider {
  readonly value: GitProvider;
  readonly label: string;
  /** The permissions that a token needs to be useful here. */
  readonly needs: string;
  /** Whether there is no public server, so that a host is required. */
  readonly isOwnHost?: true;
}

/** The providers with repositories, and the permissions their tokens need to list, clone and push. */
export const gitProviders: readonly KnownProvider[] = [
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

/** A provider by its name in the API; a later release can have others. */
export function providerOf(value: string): KnownProvider | undefined {
  return gitProviders.find((provider) => provider.value === value);
}

export interface TokenOrder {
  readonly provider: GitProvider;
  readonly token: string;
  /** Empty for the public server. */
  readonly host: string;
}

export type KeptApp = GitHubApp;

interface GitTokens {
  /** Stores the GitHub App, or removes it. */
  readonly keepApp: (app: GitHubAppOrder | null) => Promise<void>;
  readonly keep: (order: TokenOrder) => Promise<void>;
  /** Gets the account of a token from its provider. @throws ApiProblem with the reason why the token does not work */
  readonly test: (provider: string) => Promise<GitUser>;
  readonly forget: (provider: string) => Promise<void>;
}

export function useGitTokens(): GitTokens {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = async (provider: string): Promise<void> => {
    await Promise.all([
      queries.resetQueries({ queryKey: ['git-user', provider] }),
      queries.invalidateQueries({ queryKey: ['settings'] }),
    ]);
  };
  // The provider names come from the service.
  const queryOf = (provider: string) => ({ params: { query: { provider: provider as GitProvider } } });
  return {
    keep: async ({ provider, token, host }) => {
      await answerOf(
        api.POST('/api/v1/secrets/git-providers', { body: { provider_tokens: { [provider]: { token, host } } } }),
      );
      await refresh(provider);
    },
    keepApp: async (app) => {
      await answerOf(api.POST('/api/v1/secrets/git-providers', { body: { github_app: app } }));
      await refresh('github');
    },
    test: (provider) => answerOf(api.GET('/api/v1/users/git-info', queryOf(provider))),
    forget: async (provider) => {
      await answerOf(api.DELETE('/api/v1/secrets/git-providers', queryOf(provider)));
      await refresh(provider);
    },
  };
}
