import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { AppError, NotFoundError } from '../../platform/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import { type ChangeDeps, requestBuild } from './change-prebuilds.ts';
import { hookPurpose, isShown, type Prebuild } from './prebuild.ts';

type Headers = Readonly<Record<string, string | undefined>>;

interface HookDeps extends ChangeDeps {
  readonly vault: Pick<Vault, 'open'>;
}

/**
 * Asks for a build if a signed event is a push to the prebuild's branch.
 *
 * @throws NotFoundError; AppError `forbidden` without a valid signature
 */
export async function receivePush(
  prebuildId: string,
  body: Uint8Array,
  headers: Headers,
  deps: HookDeps,
): Promise<'requested' | 'none'> {
  const ownerId = await deps.prebuilds.ownerOf(prebuildId);
  const row = ownerId === undefined ? undefined : await deps.prebuilds.find(ownerId, prebuildId);
  if (!row || !isShown(row) || row.refresh !== 'push' || row.hook_secret === null)
    throw new NotFoundError('Prebuild', prebuildId);
  const secret = await deps.vault.open(row.owner_id, hookPurpose(prebuildId), row.hook_secret);
  if (!isSigned(body, headers, secret))
    throw new AppError('forbidden', 'The signature is wrong. Set the secret of the prebuild at the git provider.');
  if (!isPushTo(row, body)) return 'none';
  await requestBuild(row.owner_id, prebuildId, 'push', deps);
  return 'requested';
}

/** By the signature of GitHub, Forgejo, Gitea and Bitbucket, or by GitLab's token. In constant time. */
export function isSigned(body: Uint8Array, headers: Headers, secret: string): boolean {
  const signature = headers['x-hub-signature-256'] ?? headers['x-hub-signature'];
  const token = headers['x-gitlab-token'];
  if (signature !== undefined)
    return isEqual(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  return token !== undefined && isEqual(token, secret);
}

/** Hashes have one length, which is all that the comparison could reveal. */
function isEqual(one: string, two: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(two));
}

const Named = z.object({ name: z.string().nullish(), displayId: z.string().nullish() }).nullish();

/** The fields of a push in the events of all providers. Anything else is no push. */
const Push = z.looseObject({
  /** GitHub, Forgejo, Gitea and GitLab. */
  ref: z.string().nullish(),
  deleted: z.boolean().nullish(),
  after: z.string().nullish(),
  repository: z
    .looseObject({
      full_name: z.string().nullish(),
      default_branch: z.string().nullish(),
    })
    .nullish(),
  project: z.looseObject({ path_with_namespace: z.string().nullish(), default_branch: z.string().nullish() }).nullish(),
  /** Bitbucket. */
  push: z.object({ changes: z.array(z.looseObject({ new: Named })) }).nullish(),
  /** Bitbucket Data Center. */
  changes: z.unknown().optional(),
});

const Changes = z.array(z.looseObject({ ref: Named, type: z.string().nullish() }));

/** Whether an event is a push to the branch of a prebuild. The hook of an organization also sends those of others. */
export function isPushTo(
  { repository, branch, current }: Pick<Prebuild, 'repository' | 'branch' | 'current'>,
  body: Uint8Array,
): boolean {
  const push = parsed(body);
  if (!push) return false;
  const of = push.repository?.full_name ?? push.project?.path_with_namespace;
  if (of && of.toLowerCase() !== repository.toLowerCase()) return false;
  const names = pushed(push);
  const wanted = branch ?? push.repository?.default_branch ?? push.project?.default_branch ?? current?.branch;
  return wanted ? names.includes(wanted) : names.length > 0;
}

function parsed(body: Uint8Array): z.infer<typeof Push> | undefined {
  try {
    return Push.safeParse(JSON.parse(Buffer.from(body).toString())).data;
  } catch {
    return undefined;
  }
}

/** The names of the branches and tags that have new commits. */
function pushed({ ref, deleted, after, push, changes }: z.infer<typeof Push>): readonly string[] {
  if (typeof ref === 'string') {
    const isDeleted = deleted === true || /^0+$/.test(after ?? '');
    const [, name] = /^refs\/(?:heads|tags)\/(.+)$/.exec(ref) ?? [];
    return name === undefined || isDeleted ? [] : [name];
  }
  const cloud = push?.changes.map((change) => change.new?.name) ?? [];
  const dataCenter = Changes.safeParse(changes).data?.filter(({ type }) => type !== 'DELETE') ?? [];
  return [...cloud, ...dataCenter.map((change) => change.ref?.displayId)].filter((name) => typeof name === 'string');
}
