import {
  CreateRepositoryCommand,
  DescribeRepositoriesCommand,
  type ECRClient,
  GetAuthorizationTokenCommand,
  PutLifecyclePolicyCommand,
  type Repository,
  RepositoryAlreadyExistsException,
  RepositoryNotFoundException,
} from '@aws-sdk/client-ecr';
import type { ImageStore, StoreRepository } from './image-store.ts';
import type { RegistryCredentials } from './registry-session.ts';

/**
 * Manifests of an index have no tag, but ECR keeps them while their index is there. What this removes is left over from
 * runs that broke off.
 */
const LIFECYCLE = {
  rules: [
    {
      rulePriority: 1,
      description: 'Remove what a broken run of mirror-image left behind',
      selection: { tagStatus: 'untagged', countType: 'sinceImagePushed', countUnit: 'days', countNumber: 14 },
      action: { type: 'expire' },
    },
  ],
};

/** Amazon ECR, in the account and Region of the client. */
export class EcrImageStore implements ImageStore {
  readonly #ecr: ECRClient;

  constructor(ecr: ECRClient) {
    this.#ecr = ecr;
  }

  async ensureRepository(name: string): Promise<StoreRepository> {
    const found = await this.#find(name);
    if (found) return described(found, false);
    try {
      const { repository } = await this.#ecr.send(
        new CreateRepositoryCommand({
          repositoryName: name,
          imageTagMutability: 'IMMUTABLE',
          imageScanningConfiguration: { scanOnPush: true },
        }),
      );
      await this.#ecr.send(
        new PutLifecyclePolicyCommand({ repositoryName: name, lifecyclePolicyText: JSON.stringify(LIFECYCLE) }),
      );
      return described(repository, true);
    } catch (error) {
      if (!(error instanceof RepositoryAlreadyExistsException)) throw error;
      return described(await this.#find(name), false);
    }
  }

  async credentials(): Promise<RegistryCredentials> {
    const { authorizationData: [data] = [] } = await this.#ecr.send(new GetAuthorizationTokenCommand({}));
    const [username, password] = Buffer.from(data?.authorizationToken ?? '', 'base64')
      .toString('utf8')
      .split(':');
    if (!username || !password) throw new Error('ECR answered GetAuthorizationToken without a token.');
    return { username, password };
  }

  async #find(name: string): Promise<Repository | undefined> {
    try {
      const { repositories: [found] = [] } = await this.#ecr.send(
        new DescribeRepositoriesCommand({ repositoryNames: [name] }),
      );
      return found;
    } catch (error) {
      if (error instanceof RepositoryNotFoundException) return undefined;
      throw error;
    }
  }
}

function described(repository: Repository | undefined, created: boolean): StoreRepository {
  const { repositoryUri: uri, imageTagMutability } = repository ?? {};
  if (uri === undefined) throw new Error('ECR described a repository without its address.');
  return { uri, created, tagsMove: imageTagMutability !== 'IMMUTABLE' };
}
