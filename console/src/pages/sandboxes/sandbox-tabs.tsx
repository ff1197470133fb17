import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import type { Sandbox } from '../../api/shapes.ts';
import { type OperationName, useCan } from '../../session/session.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';

/** What a person can do in a sandbox, besides its overview. */
interface Part {
  readonly value: string;
  readonly label: string;
  /** The operation that it cannot do without. */
  readonly needs: OperationName;
  /** Loaded when it is opened. */
  readonly Panel: LazyExoticComponent<ComponentType<{ readonly sandbox: Sandbox }>>;
}

const parts: readonly Part[] = [
  {
    value: 'commands',
    label: 'Commands',
    needs: 'GET /api/v1/sandboxes/{sandbox_id}/commands',
    Panel: lazy(async () => ({ default: (await import('./commands/commands-panel.tsx')).CommandsPanel })),
  },
  {
    value: 'terminal',
    label: 'Terminal',
    needs: 'POST /api/v1/sandboxes/{sandbox_id}/commands',
    Panel: lazy(async () => ({ default: (await import('./terminal/terminal-panel.tsx')).TerminalPanel })),
  },
  {
    value: 'files',
    label: 'Files',
    needs: 'GET /api/v1/sandboxes/{sandbox_id}/files',
    Panel: lazy(async () => ({ default: (await import('./files/files-panel.tsx')).FilesPanel })),
  },
  {
    value: 'ports',
    label: 'Ports',
    needs: 'GET /api/v1/sandboxes/{sandbox_id}/ports',
    Panel: lazy(async () => ({ default: (await import('./ports/ports-panel.tsx')).PortsPanel })),
  },
  {
    value: 'snapshots',
    label: 'Snapshots',
    needs: 'GET /api/v1/snapshots/search',
    Panel: lazy(async () => ({ default: (await import('./snapshots/snapshots-panel.tsx')).SnapshotsPanel })),
  },
];

const route = getRouteApi('/sandboxes/$sandboxId');

interface Props {
  readonly sandbox: Sandbox;
  readonly overview: ReactNode;
}

/** The overview and the parts that the key may use, each in a tab with its own address. */
export function SandboxTabs({ sandbox, overview }: Props) {
  const can = useCan();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const allowed = parts.filter(({ needs }) => can(needs));
  if (allowed.length === 0) return overview;
  const value = allowed.some((part) => part.value === tab) && tab !== undefined ? tab : 'overview';
  return (
    <Tabs
      label="Parts of the sandbox"
      onChange={(next) => navigate({ replace: true, search: next === 'overview' ? {} : { tab: next } })}
      tabs={[{ value: 'overview', label: 'Overview' }, ...allowed]}
      value={value}
    >
      <TabPanel value="overview">
        <div className="grid min-w-0 gap-5">{overview}</div>
      </TabPanel>
      {allowed.map(({ value: name, Panel }) => (
        <TabPanel key={name} value={name}>
          <Suspense fallback={<Spinner label="Loading" />}>
            <Panel sandbox={sandbox} />
          </Suspense>
        </TabPanel>
      ))}
    </Tabs>
  );
}
