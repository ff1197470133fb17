import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Sandbox } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { webAddress } from '../../../ui/external-link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { Time } from '../../../ui/time.tsx';
import { Listening } from './listening.tsx';
import { PortActions } from './port-actions.tsx';
import { ChangePort, ClosePort, OpenPort } from './port-dialogs.tsx';
import { PortPreview } from './port-preview.tsx';
import { type Port, usePorts } from './port-queries.ts';
import { accessWords, wakeWords } from './port-words.ts';
import { WakeCard } from './wake-card.tsx';

type Asked =
  | { readonly what: 'open'; readonly port?: number }
  | { readonly what: 'change' | 'close'; readonly port: Port };

/** The ports of a sandbox: those that are open, and what listens in it. */
export function PortsPanel({ sandbox }: { readonly sandbox: Sandbox }) {
  const { id, status } = sandbox;
  const can = useCan();
  const ports = usePorts(id);
  const [asked, setAsked] = useState<Asked>();
  const [previewed, setPreviewed] = useState<Port>();
  const end = (): void => setAsked(undefined);
  const canOpen = can('POST /api/v1/sandboxes/{sandbox_id}/ports');
  const shown = ports.data?.items.find((port) => port.id === previewed?.id && port.access !== 'key');
  const url = webAddress(shown?.url);
  return (
    <div className="grid min-w-0 gap-5">
      {hasHosts(sandbox) === false && (
        <Notice title="Ports cannot be opened here" tone="info">
          Opened ports need a host name of their own, but this deployment has no domain for sandboxes. Its operator can
          set sandboxDomain. Previews are not available either, because the apps of all sandboxes would share one
          origin.
        </Notice>
      )}
      <Card
        actions={
          canOpen && (
            <Button icon={Plus} onClick={() => setAsked({ what: 'open' })}>
              Open a port
            </Button>
          )
        }
        isFlush
        title="Opened ports"
      >
        <QueryStates query={ports}>
          {({ items }) => <PortTable onAsk={setAsked} onPreview={setPreviewed} ports={items} sandboxId={id} />}
        </QueryStates>
      </Card>
      {shown && url !== undefined && <PortPreview onClose={() => setPreviewed(undefined)} port={shown} url={url} />}
      {status === 'RUNNING' && ports.data && (
        <Listening
          apps={ports.data.listening}
          onOpen={canOpen ? (port) => setAsked({ what: 'open', port }) : undefined}
          ports={ports.data.items}
        />
      )}
      <WakeCard sandbox={sandbox} />
      {asked?.what === 'open' && <OpenPort onClose={end} port={asked.port} sandboxId={id} />}
      {asked?.what === 'change' && <ChangePort onClose={end} port={asked.port} sandboxId={id} />}
      {asked?.what === 'close' && <ClosePort onClose={end} port={asked.port} sandboxId={id} />}
    </div>
  );
}

/** Whether each port has a host of its own; undefined while no URL says so. */
function hasHosts({ exposed_urls: urls }: Sandbox): boolean | undefined {
  const url = urls?.[0]?.url;
  return url === undefined ? undefined : /^https?:\/\/[a-z2-7]{48}\./.test(url);
}

interface TableProps {
  readonly sandboxId: string;
  readonly ports: readonly Port[];
  readonly onAsk: (asked: Asked) => void;
  readonly onPreview: (port: Port) => void;
}

function PortTable({ sandboxId, ports, onAsk, onPreview }: TableProps) {
  const columns = useMemo(
    (): readonly Column<Port>[] => [
      {
        id: 'port',
        header: 'Port',
        cell: ({ port, name }) => (
          <span className="grid min-w-0">
            <span className="font-mono">{port}</span>
            {name !== null && <span className="max-w-32 truncate text-ink-soft text-xs sm:max-w-64">{name}</span>}
          </span>
        ),
      },
      { id: 'access', header: 'Who can use it', cell: ({ access }) => accessWords[access] },
      {
        id: 'wake',
        header: 'Resumed by',
        cell: ({ wake }) => wakeWords[wake],
        className: 'hidden md:table-cell',
      },
      {
        id: 'closes',
        header: 'Closes',
        cell: ({ expires_at: at }) => (at === null ? 'With the sandbox' : <Time value={at} />),
        className: 'hidden sm:table-cell',
      },
      {
        id: 'actions',
        header: 'Actions',
        align: 'right',
        cell: (port) => (
          <PortActions
            onChange={(one) => onAsk({ what: 'change', port: one })}
            onClose={(one) => onAsk({ what: 'close', port: one })}
            onPreview={onPreview}
            port={port}
            sandboxId={sandboxId}
          />
        ),
      },
    ],
    [sandboxId, onAsk, onPreview],
  );
  if (ports.length === 0) {
    return (
      <p className="p-4 pt-2 text-ink-soft text-sm">
        No port is open. Open one to give an app in the sandbox a URL that stays the same through pauses.
      </p>
    );
  }
  return <DataTable columns={columns} label="List of opened ports" rowId={({ id }) => id} rows={ports} />;
}
