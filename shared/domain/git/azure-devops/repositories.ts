import type { GitRepository, RepositoryOrder } from '../git-host.ts';
import { Repositories, type Repository } from './answers.ts';
import { type Apis, fullNameOf, VERSION } from './places.ts';

/**
 * All repositories of an organization, or of one of its projects: Azure gives them in one answer, without saying when
 * they were pushed to. So they are sorted by name, whatever is asked for.
 */
export async function repositoriesOf(
  apis: Apis,
  organization: readonly string[],
  project: string | undefined,
  order: RepositoryOrder | null,
): Promise<readonly GitRepository[]> {
  const path = [...organization, ...(project === undefined ? [] : [project]), '_apis', 'git', 'repositories'];
  const { value } = await apis.service.get(path, Repositories, VERSION);
  const usable = value.value.filter(({ isDisabled }) => !isDisabled).map((one) => repositoryOf(one, organization));
  const sorted = usable.sort((a, b) => (a.full_name < b.full_name ? -1 : 1));
  return order?.field === 'full_name' && order.descending ? sorted.reverse() : sorted;
}

export function repositoryOf(repository: Repository, organization: readonly string[]): GitRepository {
  const { id, name, project, defaultBranch } = repository;
  return {
    id,
    full_name: fullNameOf([...organization, project.name, name]),
    git_provider: 'azure_devops',
    is_public: project.visibility === 'public',
    stargazers_count: null,
    pushed_at: null,
    owner_type: 'organization',
    main_branch: defaultBranch?.replace(/^refs\/heads\//, '') ?? null,
  };
}
