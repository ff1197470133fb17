import type { Sandbox } from '../../api/shapes.ts';
import { useConversationsIn } from '../../data/sandbox-conversations.ts';
import { Notice } from '../../ui/notice.tsx';
import { isLeftBehind } from './left-behind.ts';

/** Says that a sandbox goes on after a failed start. For keys that may read conversations. */
export function LeftBehindNotice({ sandbox }: { readonly sandbox: Sandbox }) {
  const { data } = useConversationsIn(sandbox.id);
  if (!isLeftBehind(sandbox, data?.items ?? [])) return null;
  return (
    <Notice title="Its conversation failed to start" tone="warn">
      The sandbox is still running and costs money. Pause or delete it if you do not need it; the conversation says why
      its start failed.
    </Notice>
  );
}
