import { createHash } from 'node:crypto';
import { type GitProvider, ProviderType } from '../../contract/shapes/enums.ts';
import { absent, any, is, when } from '../../platform/aws/expressions.ts';
import type { Part } from '../../platform/aws/transact.ts';
import { VersionConflictError } from '../../platform/errors.ts';
import type { Tables } from '../../rights/statement.ts';
import type { Prebuild } from './prebuild.ts';

/** What no two prebuilds of an owner share. */
export type Source = Pick<Prebuild, 'owner_id' | 'prebuild_id' | 'repository' | 'git_provider' | 'branch' | 'spec_id'>;

/** The source of a new prebuild has been taken. */
export class SourceTakenError extends Error {
  override readonly name = 'SourceTakenError';
}

const providers: readonly (GitProvider | null)[] = [null, ...ProviderType.options];

/**
 * Claims a source: a row of its own, as DynamoDB has no unique index. A prebuild that names no git provider can be of
 * any, so it excludes those of all.
 */
export function claimParts(source: Source, tables: Tables<'prebuilds'>): readonly Part[] {
  const [own, ...others] = claimKeys(source);
  const isFree = when(absent('owner_id'));
  const lost = () => new SourceTakenError();
  return [
    {
      item: { Put: { TableName: tables.prebuilds, Item: { ...own, of_prebuild_id: source.prebuild_id }, ...isFree } },
      lost,
    },
    ...others.map((Key) => ({ item: { ConditionCheck: { TableName: tables.prebuilds, Key, ...isFree } }, lost })),
  ];
}

/** The keys of the claims that exclude this source, its own first. */
export function claimKeys(source: Source) {
  const own = source.git_provider;
  const others = providers.filter((other) => other !== own && (own === null || other === null));
  return [own, ...others].map((provider) => claimKey(source, provider));
}

/** Releases the claim of a prebuild. */
export function releasePart(source: Source, tables: Tables<'prebuilds'>): Part {
  const isOwn = any(absent('owner_id'), is('of_prebuild_id', '=', source.prebuild_id));
  const Delete = { TableName: tables.prebuilds, Key: claimKey(source, source.git_provider), ...when(isOwn) };
  return { item: { Delete }, lost: () => new VersionConflictError('prebuild', source.prebuild_id) };
}

function claimKey({ owner_id, repository, branch, spec_id }: Source, provider: GitProvider | null) {
  const text = JSON.stringify([repository.toLowerCase(), branch, spec_id, provider]);
  return { owner_id, prebuild_id: `#source/${createHash('sha256').update(text).digest('hex')}` };
}
