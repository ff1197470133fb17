import { getRouteApi } from '@tanstack/react-router';
import { ApiProblem } from '../../../../shared/client/api-problem.ts';
import type { Sandbox } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Addresses } from './addresses.tsx';
import { ConversationsIn } from './conversations-in.tsx';
import { SandboxAbsent } from './sandbox-absent.tsx';
import { SandboxButtons } from './sandbox-buttons.tsx';
import { SandboxFacts } from './sandbox-facts.tsx';
import { useSandbox } from './sandbox-queries.ts';
import { Steps } from './steps.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/sandboxes/$sandboxId');

/** One sandbox: what it is, what it did and why. */
export function SandboxPage() {
  const { sandboxId } = route.useParams();
  const sandbox = useSandbox(sandboxId);
  // Also one that was shown a moment ago.
  const isAbsent = sandbox.error instanceof ApiProblem && sandbox.error.status === 404;
  return (
    <>
      <PageHeader actions={sandbox.data && !isAbsent && <SandboxButtons sandbox={sandbox.data} />} title="Sandbox">
        <span className="flex items-center gap-1">
          <span className="break-all font-mono text-xs">{sandboxId}</span>
          <CopyButton label="Copy the id" text={sandboxId} />
        </span>
      </PageHeader>
      {isAbsent ? (
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
      <SandboxFacts sandbox={sandbox} />
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Card title="Time line">
          <Timeline transitions={sandbox.transitions} />
        </Card>
        <div className="grid min-w-0 gap-5">
          {mayReadConversations && (
            <Card title="Conversations in it">
              <ConversationsIn sandboxId={sandbox.id} />
            </Card>
          )}
          <Card title="Addresses">
            <Addresses {...sandbox} />
          </Card>
          <Card title="What took the time">
            <Steps steps={sandbox.steps ?? []} />
          </Card>
        </div>
      </div>
    </>
  );
}
