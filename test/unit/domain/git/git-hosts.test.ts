import { azureDevOpsServerStub, azureDevOpsStub } from '../../../support/git/azure-devops-stub.ts';
import { bitbucketDataCenterStub } from '../../../support/git/bitbucket-data-center-stub.ts';
import { bitbucketStub } from '../../../support/git/bitbucket-stub.ts';
import { forgejoStub } from '../../../support/git/forgejo-stub.ts';
import { describeGitHost } from '../../../support/git/git-host.suite.ts';
import { gitLabStub } from '../../../support/git/gitlab-stub.ts';

describeGitHost(gitLabStub);
describeGitHost(bitbucketStub);
describeGitHost(bitbucketDataCenterStub);
describeGitHost(azureDevOpsStub);
describeGitHost(azureDevOpsServerStub);
describeGitHost(forgejoStub);
