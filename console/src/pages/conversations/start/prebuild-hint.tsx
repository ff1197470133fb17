import { Link } from '@tanstack/react-router';
import { prebuildFor } from '../../../data/prebuild-of-start.ts';
import { useKnownPrebuilds } from '../../../data/prebuild-queries.ts';
import { useSpecs } from '../../../data/spec-queries.ts';
import { Time } from '../../../ui/time.tsx';
import type { StartDraft } from './start-draft.ts';
import { useProviderOf } from './suggestions.ts';

/** Says that the start begins from a prebuild; nothing if it clones the repository. */
export function PrebuildHint({ draft }: { readonly draft: StartDraft }) {
  // A start from a snapshot has its files already.
  const canPrepare = draft.repository.trim() !== '' && draft.snapshot === '';
  const prebuilds = useKnownPrebuilds(canPrepare);
  const specs = useSpecs();
  const { name: usual } = useProviderOf(draft);
  const spec = specs.data?.find(({ id }) => id === draft.spec) ?? specs.data?.[0];
  if (!canPrepare || spec === undefined) return null;
  const { repository, provider, branch } = draft;
  const found = prebuildFor(prebuilds, { repository, provider, branch, spec: spec.id, usual });
  // A build of another version of an owner's spec is not used.
  if (!found?.current || found.current.spec_version !== spec.offered_version) return null;
  return (
    <p className="text-ink-soft text-sm sm:col-span-2" role="status">
      Begins from a{' '}
      <Link
        className="text-accent underline underline-offset-2"
        params={{ prebuildId: found.id }}
        to="/prebuilds/$prebuildId"
      >
        prebuild
      </Link>{' '}
      of <Time value={found.current.built_at} />, and fetches what is new.
    </p>
  );
}
