import type * as z from 'zod';
import type { SandboxInfo } from '../contract/sandboxes.ts';
import type { SandboxKeys } from './keys.ts';
import type { Sandbox } from './sandbox.ts';
import { statusDetail, wireStatus } from './status.ts';

type View = z.input<typeof SandboxInfo>;

/** A sandbox as its owner sees it. Key and URLs are there only while it runs: before, nobody answers; afterwards, the key opens nothing. */
export async function sandboxView(sandbox: Sandbox, keys: SandboxKeys): Promise<View> {
  const view = newSandboxView(sandbox);
  if (view.status !== 'RUNNING') return view;
  return { ...view, session_api_key: await keys.sessionKey(sandbox), exposed_urls: sandbox.exposed_urls };
}

/** The part that needs no key: all of a sandbox that does not run. */
export function newSandboxView(sandbox: Sandbox): View {
  return {
    id: sandbox.sandbox_id,
    created_by_user_id: sandbox.owner_id,
    sandbox_spec_id: sandbox.spec_id,
    status: wireStatus(sandbox),
    session_api_key: null,
    exposed_urls: null,
    created_at: sandbox.created_at,
    status_detail: statusDetail(sandbox),
  };
}
