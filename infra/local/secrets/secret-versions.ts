import { AwsError } from '../aws/aws-error.ts';

/** A present or past value of a secret. A stage is on at most one version. */
export interface SecretVersion {
  readonly id: string;
  readonly value: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly stages: readonly string[];
}

export interface StoredSecret {
  readonly name: string;
  readonly versions: readonly SecretVersion[];
}

const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';

/** The version with this id or stage. @throws AwsError ResourceNotFoundException */
export function findVersion(secret: StoredSecret, id: string | undefined, stage = CURRENT): SecretVersion {
  const found = secret.versions.find((version) =>
    id === undefined ? version.stages.includes(stage) : version.id === id,
  );
  const isMeant = found && (id === undefined || stage === CURRENT || found.stages.includes(stage));
  if (isMeant) return found;
  const what = id === undefined ? `staging label: ${stage}` : `VersionId: ${id}`;
  throw new AwsError('ResourceNotFoundException', `Secrets Manager can't find the specified secret value for ${what}`);
}

/** Adds a value to a secret; can be repeated. @throws AwsError ResourceExistsException when the id has another value */
export function withVersion(
  secret: StoredSecret,
  added: Omit<SecretVersion, 'stages'>,
  stages: readonly string[],
): StoredSecret {
  const existing = secret.versions.find(({ id }) => id === added.id);
  if (existing && existing.value !== added.value) {
    throw new AwsError('ResourceExistsException', `A version with the ID ${added.id} already exists and is different.`);
  }
  const version = existing ?? { ...added, stages: [] };
  const all = existing ? secret.versions : [...secret.versions, version];
  const staged = stages.reduce((versions, stage) => withStage(versions, stage, version.id), all);
  return { ...secret, versions: staged };
}

/**
 * Moves a stage from the version that the caller expects to have it, so that one of two callers wins. @throws AwsError
 */
export function withStageMoved(
  secret: StoredSecret,
  stage: string,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
): StoredSecret {
  const holder = secret.versions.find(({ stages }) => stages.includes(stage));
  if (holder?.id !== from) {
    const where = holder ? `is currently attached to version ${holder.id}` : 'is not attached to any version';
    throw new AwsError(
      'InvalidParameterException',
      `The parameter RemoveFromVersionId is not valid. Staging label ${stage} ${where}.`,
    );
  }
  if (to !== undefined) findVersion(secret, to);
  return { ...secret, versions: withStage(secret.versions, stage, to) };
}

/** Drops versions without a stage: Secrets Manager deletes them eventually. */
function withStage(
  versions: readonly SecretVersion[],
  stage: string,
  to: string | undefined,
): readonly SecretVersion[] {
  const from = versions.find(({ stages }) => stages.includes(stage))?.id;
  const follows = stage === CURRENT && from !== undefined && from !== to;
  const taken = follows ? [CURRENT, PREVIOUS] : [stage];
  return versions
    .map((version) => {
      const kept = version.stages.filter((own) => !taken.includes(own));
      const given = [...(version.id === to ? [stage] : []), ...(follows && version.id === from ? [PREVIOUS] : [])];
      return { ...version, stages: [...kept, ...given] };
    })
    .filter(({ stages, id }) => stages.length > 0 || id === to);
}
