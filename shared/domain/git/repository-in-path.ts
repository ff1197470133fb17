import { Repository } from '../../contract/shapes/repository.ts';
import { NotFoundError } from '../../platform/errors/errors.ts';

/** The repository that two parts of a path name; groups come with an escaped slash. @throws NotFoundError */
export function repositoryIn({ owner, repo }: { readonly owner: string; readonly repo: string }): string {
  const { data: name } = Repository.safeParse(`${owner}/${repo}`);
  if (name === undefined) throw new NotFoundError('Repository', `${owner}/${repo}`);
  return name;
}
