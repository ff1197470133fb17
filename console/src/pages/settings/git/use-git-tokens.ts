import { useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { GitUser, ProviderType } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';

export interface TokenOrder {
  readonly provider: ProviderType;
  readonly token: string;
  /** Empty for the public server. */
  readonly host: string;
}

interface GitTokens {
  readonly keep: (order: TokenOrder) => Promise<void>;
  /** Asks the provider whom it knows by the token. @throws ApiProblem saying why the token does not work */
  readonly test: (provider: string) => Promise<GitUser>;
  readonly forget: (provider: string) => Promise<void>;
}

/** What can be done with the tokens of git providers. */
export function useGitTokens(): GitTokens {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = async (provider: string): Promise<void> => {
    await Promise.all([
      queries.resetQueries({ queryKey: ['git-user', provider] }),
      queries.invalidateQueries({ queryKey: ['settings'] }),
    ]);
  };
  // The names of providers come from the service itself.
  const queryOf = (provider: string) => ({ params: { query: { provider: provider as ProviderType } } });
  return {
    keep: async ({ provider, token, host }) => {
      await answerOf(
        api.POST('/api/v1/secrets/git-providers', { body: { provider_tokens: { [provider]: { token, host } } } }),
      );
      await refresh(provider);
    },
    test: (provider) => answerOf(api.GET('/api/v1/users/git-info', queryOf(provider))),
    forget: async (provider) => {
      await answerOf(api.DELETE('/api/v1/secrets/git-providers', queryOf(provider)));
      await refresh(provider);
    },
  };
}
