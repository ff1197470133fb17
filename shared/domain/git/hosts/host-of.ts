import type { GitProvider } from '../../../contract/shapes/enums.ts';
import { azureDevOpsHost } from '../azure-devops/host.ts';
import { bitbucketHost } from '../bitbucket/host.ts';
import { bitbucketDataCenterHost } from '../bitbucket-data-center/host.ts';
import { gitHostError } from '../failures.ts';
import { forgejoHost } from '../forgejo/host.ts';
import type { GitConnection, GitHost } from '../git-host.ts';
import { gitHubHost } from '../github/host.ts';
import { gitLabHost } from '../gitlab/host.ts';

type Connect = (connection: GitConnection) => GitHost;

/** A login of an enterprise is no server with repositories. */
const hosts: Readonly<Record<Exclude<GitProvider, 'enterprise_sso'>, Connect>> = {
  github: gitHubHost,
  gitlab: gitLabHost,
  bitbucket: bitbucketHost,
  bitbucket_data_center: bitbucketDataCenterHost,
  azure_devops: azureDevOpsHost,
  forgejo: forgejoHost,
};

/** The adapter of a connection's provider. */
export function hostOf(connection: GitConnection): GitHost {
  const { provider } = connection;
  return provider === 'enterprise_sso' ? unsupportedHost(connection) : hosts[provider](connection);
}

function unsupportedHost({ provider, baseUrl }: GitConnection): GitHost {
  const refuse = () => {
    const words = 'this service does not ask it for repositories';
    return Promise.reject(gitHostError(provider, 'not_supported', { host: new URL(baseUrl).host, words }));
  };
  return {
    user: refuse,
    organizations: refuse,
    installations: refuse,
    repositories: refuse,
    searchRepositories: refuse,
    repository: refuse,
    branches: refuse,
    suggestedTasks: refuse,
    filesIn: refuse,
    readFile: refuse,
  };
}
