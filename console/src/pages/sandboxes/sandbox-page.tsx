import { getRouteApi } from '@tanstack/react-router';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Sandbox } from '../../api/shapes.ts';
import { SHOWN_CONVERSATIONS, useConversationsIn } from '../../data/sandbox-conversations.ts';
import { useSandbox } from '../../data/sandbox-queries.ts';
import { isAbsent } from '../../live/polls.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { ConversationLink, StatusBadge } from '../conversations/labels.tsx';
import { ForkButton } from './forks/fork-sandbox.tsx';
import { LogCard } from './logs/log-card.tsx';
import { MeasurementCard } from './logs/measurement-card.tsx';
import { portNames } from './port-names.ts';
import { SandboxAbsent } from './receipts.tsx';
import { SandboxButtons } from './sandbox-actions.tsx';
import { SandboxFacts } from './sandbox-facts.tsx';
import { isLeftBehind } from './sandbox-state.tsx';
import { SandboxTabs } from './sandbox-tabs.tsx';
import { Steps, Timeline } from './timeline.tsx';

const route = getRouteApi('/sandboxes/$sandboxId');

export function SandboxPage() {
  const { sandboxId } = route.useParams();
  const sandbox = useSandbox(sandboxId);
  // True also while the last data of the deleted sandbox is still cached.
  const isGone = isAbsent(sandbox.error);
  return (
    <>
      <PageHeader
        actions={
          sandbox.data &&
          !isGone && (
            <>
              <ForkButton key={sandboxId} sandbox={sandbox.data} />
              <SandboxButtons sandbox={sandbox.data} />
            </>
          )
        }
        title="Sandbox"
      >
        <span className="flex items-center gap-1">
          <span className="break-all font-mono text-xs">{sandboxId}</span>
          <CopyButton label="Copy ID" text={sandboxId} />
        </span>
      </PageHeader>
      {isGone ? (
        <SandboxAbsent sandboxId={sandboxId} />
      ) : (
        <QueryStates query={sandbox}>
          {(data) => <SandboxTabs overview={<Overview sandbox={data} />} sandbox={data} />}
        </QueryStates>
      )}
    </>
  );
}

function Overview({ sandbox }: { readonly sandbox: Sandbox }) {
  const can = useCan();
  const canReadConversations = can('GET /api/v1/app-conversations/search');
  return (
    <>
      {canReadConversations && <LeftBehindNotice sandbox={sandbox} />}
      <SandboxFacts sandbox={sandbox} />
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-5">
          <Card title="Timeline">
            <Timeline transitions={sandbox.transitions} />
          </Card>
          <Card title="Start and stop times">
            <Steps steps={sandbox.steps ?? []} />
          </Card>
          <MeasurementCard isRunning={sandbox.status === 'RUNNING'} sandboxId={sandbox.id} />
          {can('GET /api/v1/sandboxes/{sandbox_id}/logs') && (
            <LogCard isRunning={sandbox.status === 'RUNNING'} sandboxId={sandbox.id} />
          )}
        </div>
        <div className="grid min-w-0 gap-5">
          {canReadConversations && (
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

/** Warns that a sandbox still runs after a failed start. For keys that can read conversations. */
function LeftBehindNotice({ sandbox }: { readonly sandbox: Sandbox }) {
  const { data } = useConversationsIn(sandbox.id);
  if (!isLeftBehind(sandbox, data?.items ?? [])) return null;
  return (
    <Notice title="Its conversation failed to start" tone="warn">
      The sandbox is still running and costs money. Pause or delete it if you do not need it; the conversation shows why
      its start failed.
    </Notice>
  );
}

function ConversationsIn({ sandboxId }: { readonly sandboxId: string }) {
  const conversations = useConversationsIn(sandboxId);
  return (
    <QueryStates query={conversations}>
      {({ items, next_page_id: next }) =>
        items.length === 0 ? (
          <p className="text-ink-soft text-sm">
            None yet. To start one here, pass this sandbox ID when you create a conversation.
          </p>
        ) : (
          <>
            <ul className="grid gap-2 text-sm">
              {items.map((one) => (
                <li className="grid min-w-0 justify-items-start gap-1" key={one.id}>
                  <ConversationLink
                    className="max-w-full truncate font-medium text-accent underline-offset-2 hover:underline"
                    conversation={one}
                  />
                  <span className="flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
                    <StatusBadge conversation={one} />
                    <span>
                      created <Time value={one.created_at} />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
            {next !== null && (
              <p className="pt-2 text-ink-soft text-xs">Only the newest {SHOWN_CONVERSATIONS} are shown.</p>
            )}
          </>
        )
      }
    </QueryStates>
  );
}

/** The URLs of a running sandbox, and the key for them. */
export function Addresses({ exposed_urls: urls, session_api_key: key }: Sandbox) {
  if (urls === null || urls.length === 0) {
    return <p className="text-ink-soft text-sm">Available while the sandbox is running.</p>;
  }
  return (
    <dl className="grid gap-3 text-sm">
      {urls.map(({ name, url, port }) => (
        <div className="grid gap-0.5" key={name}>
          <dt className="text-ink-soft text-xs">
            {portNames[name]}, port {port}
          </dt>
          <dd className="flex min-w-0 items-start gap-1">
            <span className="min-w-0 flex-1 py-1.5 text-xs">
              <ExternalLink href={url}>{withoutSearch(url)}</ExternalLink>
            </span>
            <CopyButton label={`Copy URL: ${portNames[name]}`} text={withoutSearch(url)} />
          </dd>
        </div>
      ))}
      {key !== null && (
        <div className="grid gap-0.5">
          <dt className="text-ink-soft text-xs">Session key (header X-Session-API-Key)</dt>
          <dd>
            <SessionKey value={key} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The key of the agent server. It gives full control of the agent, so it is hidden until requested. */
function SessionKey({ value }: { readonly value: string }) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex flex-wrap items-center gap-1">
      <code className="min-w-0 break-all font-mono text-xs">{isShown ? value : '•'.repeat(24)}</code>
      <Button
        aria-label={`${isShown ? 'Hide' : 'Show'} session key`}
        icon={Icon}
        onClick={() => setShown(!isShown)}
        variant="quiet"
      >
        {isShown ? 'Hide' : 'Show'}
      </Button>
      <CopyButton label="Copy session key" text={value} />
    </div>
  );
}

/** A URL without its query: the query of the VS Code URL contains the session key. */
export function withoutSearch(url: string): string {
  const address = new URL(url);
  address.search = '';
  return address.href;
}
