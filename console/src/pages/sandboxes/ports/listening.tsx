import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { ListeningApp, Port } from './port-queries.ts';

interface Props {
  /** Null if the sandbox did not say. */
  readonly apps: readonly ListeningApp[] | null;
  readonly ports: readonly Port[];
  /** Undefined if the key cannot open ports. */
  readonly onOpen: ((port: number) => void) | undefined;
}

/** The apps that listen in a running sandbox, offered to be opened. */
export function Listening({ apps, ports, onOpen }: Props) {
  return (
    <Card title="What listens">
      {apps === null || apps.length === 0 ? (
        <p className="text-ink-soft text-sm">
          {apps === null
            ? 'The sandbox does not say at the moment what listens in it.'
            : 'Nothing yet. An app that listens on a port from 1024 on appears here.'}
        </p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {apps.map((app) => (
            <li className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1" key={app.port}>
              <span className="min-w-0">
                <span className="font-mono">{app.port}</span>
                {app.process !== null && <span className="text-ink-soft"> {app.process}</span>}
                {app.loopback_only && (
                  <span className="block text-ink-soft text-xs">
                    Listens on 127.0.0.1 only. Make it listen on 0.0.0.0 to reach it from outside.
                  </span>
                )}
              </span>
              {ports.some(({ port }) => port === app.port) ? (
                <Badge tone="good">Open</Badge>
              ) : (
                onOpen && (
                  <Button aria-label={`Open port ${app.port}`} onClick={() => onOpen(app.port)} variant="quiet">
                    Open port
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
