import type * as z from 'zod';
import type { SandboxDeletion } from '../../../contract/shapes/sandbox-deletion.ts';
import type { SandboxInfo } from '../../../contract/shapes/sandbox-info.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { ExposedUrl } from '../record/access-fields.ts';
import { nextCapacity } from '../record/capacity.ts';
import { hasLostWorkspace, hasWorkspace, heldUntil, idleTimeOf, isWanted } from '../record/conditions.ts';
import type { Deletion } from '../record/receipt.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { apiStatus, statusDetail } from '../record/status.ts';
import { endStepsOf, startStepsOf } from '../record/step-times.ts';
import { wakePoliciesOf } from '../record/wake-policy.ts';
import { resourcesOf } from './resources.ts';
import { type ShownKey, seesUrl } from './shown-keys.ts';

type View = z.input<typeof SandboxInfo>;

const MINUTE = 60_000;

/** The end of the year 9999, the last one with four digits. */
const LATEST = 253_402_300_799_999;

/** A sandbox as its owner sees it. It has its key and URLs only while it runs. */
export async function sandboxView(sandbox: Sandbox, shownKey: ShownKey): Promise<View> {
  const view = newSandboxView(sandbox);
  if (view.status !== 'RUNNING' || sandbox.key_id === null) return view;
  const key = await shownKey(sandbox);
  const urls = sandbox.exposed_urls?.filter(({ name }) => seesUrl(sandbox, name, key !== null));
  return { ...view, session_api_key: key, exposed_urls: urls?.map((url) => opened(url, key)) ?? null };
}

/** The same with its steps, which lists leave out. */
export async function sandboxWithSteps(sandbox: Sandbox, shownKey: ShownKey): Promise<View> {
  return { ...(await sandboxView(sandbox, shownKey)), steps: [...startStepsOf(sandbox), ...endStepsOf(sandbox)] };
}

/** Adds the key to the URL of VS Code, which has no other authentication. Only works if VS Code has its own origin. */
function opened({ name, port, url }: ExposedUrl, key: string | null): ExposedUrl {
  const address = new URL(url);
  if (key === null || name !== 'VSCODE' || address.pathname !== '/') return { name, port, url };
  address.search = `?tkn=${encodeURIComponent(key)}${address.search.replace('?', '&')}`;
  return { name, port, url: address.href };
}

/** The part that needs no key: everything for a sandbox that does not run. */
export function newSandboxView(sandbox: Sandbox): View {
  const status = apiStatus(sandbox);
  const runs = status === 'RUNNING';
  const rests = status === 'PAUSED' || status === 'ERROR';
  return {
    id: sandbox.sandbox_id,
    created_by_user_id: sandbox.created_by ?? sandbox.owner_id,
    sandbox_spec_id: sandbox.spec_id,
    status,
    session_api_key: null,
    exposed_urls: null,
    wake: wakePoliciesOf(sandbox),
    resources: resourcesOf(sandbox),
    next_resources: sandbox.resize && resourcesOf(sandbox.resize),
    capacity: rests ? sandbox.capacity : (sandbox.launch?.capacity ?? nextCapacity(sandbox)),
    created_at: sandbox.created_at,
    status_detail: statusDetail(sandbox),
    transitions: sandbox.transitions.map(({ phase, reason, at }) => ({ state: phase, reason, time: at })),
    // A start that waits for the end of the previous run has no deadline yet.
    deadline_at: isWanted(sandbox) ? sandbox.deadline_at : null,
    idle_at: runs ? idleAt(sandbox) : null,
    workspace: hasWorkspace(sandbox) ? { size_gib: sandbox.workspace_gigabytes, saved_at: sandbox.saved_at } : null,
    expires_at: rests && !hasLostWorkspace(sandbox) ? sandbox.expires_at : null,
    pause_reason: rests ? sandbox.pause_reason : null,
  };
}

/** The idle time begins at the earliest when the sandbox runs, however long its start took. */
function idleAt(sandbox: Sandbox): string {
  const { from, minutes } = idleTimeOf(sandbox);
  const used = Math.max(Date.parse(from), sandbox.running_since === null ? 0 : Date.parse(sandbox.running_since));
  const held = heldUntil(sandbox)?.getTime() ?? 0;
  return timestamp(new Date(Math.min(Math.max(used + minutes * MINUTE, held), LATEST)));
}

/** A deletion as the owner sees it. It only lists disks, as the ARN of a task would reveal the AWS account. */
export function deletionView({
  sandbox_id,
  spec_id,
  created_at,
  receipt,
  purge_at: purgeAt,
}: Deletion): z.input<typeof SandboxDeletion> {
  const { requested_at, completed_at, collected, items } = receipt;
  const disks = items.flatMap(({ store, id, result }) =>
    store === 'volume' || store === 'snapshot' ? [{ kind: store, id, result }] : [],
  );
  return {
    sandbox_id,
    sandbox_spec_id: spec_id,
    sandbox_created_at: created_at,
    requested_at,
    completed_at,
    disks: collected ? disks : null,
    expires_at: purgeAt === null ? null : timestamp(new Date(purgeAt * 1000)),
  };
}
