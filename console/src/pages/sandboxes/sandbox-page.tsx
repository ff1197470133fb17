import { getRouteApi } from '@tanstack/react-router';
import type { Sandbox } from '../../api/shapes.ts';
import { isAbsent, useSandbox } from '../../data/sandbox-queries.ts';
import { useCan } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Addresses } from './addresses.tsx';
import { ConversationsIn } from './conversations-in.tsx';
import { LeftBehindNotice } from './left-behind-notice.tsx';
import { SandboxAbsent } from './sandbox-absent.tsx';
import { SandboxButtons } from './sandbox-buttons.tsx';
import { SandboxFacts } from './sandbox-facts.tsx';
import { Steps } from './steps.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/sandboxes/$sandboxId');

/** One sandbox: what it is, what it did and why. */
export function SandboxPage() {
  const { sandboxId } = route.useParams();
  const sandbox = useSandbox(sandboxId);
  // Also one that was shown a moment ago.
  const isGone = isAbsent(sandbox.error);
  return (
    <>
      <PageHeader actions={sandbox.data && !isGone && <SandboxButtons sandbox={sandbox.data} />} title="Sandbox">
        <span className="flex items-center gap-1">
          <span className="break-all font-mono text-xs">{sandboxId}</span>
          <CopyButton label="Copy ID" text={sandboxId} />
        </span>
      </PageHeader>
      {isGone ? (
        <SandboxAbsent sandboxId={sandboxId} />
      ) : (
        <QueryStates query={sandbox}>{(data) => <Parts sandbox={data} />}</QueryStates>
      )}
    </>
  );
}

function Parts({ sandbox }: { readonly sandbox: Sandbox }) {
  const mayReadConversations = useCan()('GET /api/v1/app-conversations/search');
  return (
    <>
      {mayReadConversations && <LeftBehindNotice sandbox={sandbox} />}
      <SandboxFacts sandbox={sandbox} />
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-5">
          <Card title="Timeline">
            <Timeline transitions={sandbox.transitions} />
          </Card>
          <Card title="Start and stop times">
            <Steps steps={sandbox.steps ?? []} />
          </Card>
        </div>
        <div className="grid min-w-0 gap-5">
          {mayReadConversations && (
            <Card title="Conversations">
              <ConversationsIn sandboxId={sandbox.id} />
            </Card>
          )}
          <Card title="Endpoints">
            <Addresses {...sandbox} />
          </Card>
        </div>
      </div>
    </>
  );
}
