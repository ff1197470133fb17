import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { GitProvider } from '../../api/shapes.ts';
import { useApi, useCan } from '../../session/session.ts';
import type { TokenHosts } from './repository-address.ts';

export const providerNames: Readonly<Record<GitProvider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  bitbucket_data_center: 'Bitbucket Data Center',
  forgejo: 'Forgejo',
  azure_devops: 'Azure DevOps',
  enterprise_sso: 'Enterprise SSO',
};

const noTokens: TokenHosts = {};

/** The git providers that the owner has a token for, with their hosts; none where the key may not see that. */
export function useTokenHosts(): TokenHosts {
  const api = useApi();
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/settings', { signal })),
    enabled: can('GET /api/v1/settings'),
    staleTime: 60_000,
  });
  return data?.provider_tokens_set ?? noTokens;
}

export const isProvider = (name: string): name is GitProvider => name in providerNames;
