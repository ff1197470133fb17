import type { GitProvider } from '../../../contract/shapes/enums.ts';
import { azureDevOpsHost } from '../azure-devops/host.ts';
import { bitbucketHost } from '../bitbucket/host.ts';
import { bitbucketDataCenterHost } from '../bitbucket-data-center/host.ts';
import { failed } from '../failures.ts';
import { forgejoHost } from '../forgejo/host.ts';
import type { GitConnection, GitHost } from '../git-host.ts';
import { gitHubHost } from '../github/host.ts';
import { gitLabHost } from '../gitlab/host.ts';

type Connect = (connection: GitConnection) => GitHost;

/** All providers except the sign-in of an enterprise, which has no repositories. */
const hosts: Readonly<Record<Exclude<GitProvider, 'enterprise_sso'>, Connect>> = {
  github: gitHubHost,
  gitlab: gitLabHost,
  bitbucket: bitbucketHost,
  bitbucket_data_center: bitbucketDataCenterHost,
  azure_devops: azureDevOpsHost,
  forgejo: forgejoHost,
};

/** The adapter for the provider of a connection. @throws GitHostError `not_supported` */
export function hostOf(connection: GitConnection): GitHost {
  const { provider } = connection;
  if (provider === 'enterprise_sso') throw failed(connection, 'not_supported', 'it has no repositories');
  return hosts[provider](connection);
}
