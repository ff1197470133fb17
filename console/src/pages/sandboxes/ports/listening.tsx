import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { ListeningApp, Port } from './port-queries.ts';

interface Props {
  /** Null if the sandbox did not report them. */
  readonly apps: readonly ListeningApp[] | null;
  readonly ports: readonly Port[];
  /** Undefined if the key cannot open ports. */
  readonly onOpen: ((port: number) => void) | undefined;
}

/** The apps that listen in a running sandbox, offered to be opened. */
export function Listening({ apps, ports, onOpen }: Props) {
  return (
    <Card title="Listening apps">
      {apps === null || apps.length === 0 ? (
        <p className="text-ink-soft text-sm">
          {apps === null
            ? 'The sandbox has not reported its listening apps.'
            : 'None yet. An app that listens on port 1024 or above appears here.'}
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
                    Listens only on 127.0.0.1. Make it listen on 0.0.0.0 to reach it from outside.
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
