import type { GitProvider } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';
import { useSettings } from '../settings/settings-query.ts';
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
  const can = useCan();
  const { data } = useSettings(can('GET /api/v1/settings'));
  return data?.provider_tokens_set ?? noTokens;
}

export const isProvider = (name: string): name is GitProvider => Object.hasOwn(providerNames, name);
