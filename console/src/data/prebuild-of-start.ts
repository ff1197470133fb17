import type { Prebuild } from '../api/shapes.ts';

type Source = Pick<Prebuild, 'repository' | 'git_provider' | 'branch' | 'sandbox_spec_id'>;

/** What a start asks for. Empty texts: the default. */
interface Wanted {
  readonly repository: string;
  readonly provider: Prebuild['git_provider'] | '';
  readonly branch: string;
  readonly spec: string;
  /** The provider that the service uses by default. */
  readonly usual: Prebuild['git_provider'];
}

/** The prebuild with the newest build that a start begins from; undefined if it clones the repository. */
export function prebuildFor<P extends Source & Pick<Prebuild, 'current'>>(
  prebuilds: readonly P[],
  { repository, provider, branch, spec, usual }: Wanted,
): P | undefined {
  // As the service matches: the same choice, or a prebuild without one, which was built from the usual provider.
  const isOf = (named: Prebuild['git_provider']) =>
    named === (provider || null) || (named === null && provider === usual);
  const isSame = (one: Source) =>
    one.repository.toLowerCase() === repository.trim().toLowerCase() &&
    (one.branch ?? '') === branch.trim() &&
    isOf(one.git_provider) &&
    one.sandbox_spec_id === spec;
  const builtAt = ({ current }: P) => current?.built_at ?? '';
  const [newest] = prebuilds
    .filter((one) => one.current !== null && isSame(one))
    .sort((one, two) => builtAt(two).localeCompare(builtAt(one)));
  return newest;
}
