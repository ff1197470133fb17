import { MOST_OPEN_PORTS } from '../../../contract/shapes/sandbox-port.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { LAST_SLOT } from '../ingress/name.ts';
import { type OpenedPort, openPorts } from '../record/opened-port.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';

/** What a caller asks for. `expires_in`: in seconds. */
export interface PortOrder extends Pick<OpenedPort, 'port' | 'name' | 'access' | 'wake'> {
  readonly expires_in?: number | undefined;
}

/** Fields that are absent stay unchanged; null as `expires_in` removes the end. */
export interface PortChange {
  readonly name?: string | null | undefined;
  readonly access?: OpenedPort['access'] | undefined;
  readonly wake?: OpenedPort['wake'] | undefined;
  readonly expires_in?: number | null | undefined;
}

/** The sandbox after a change of its ports, and the port. */
export interface PortWrite {
  readonly next: Sandbox;
  readonly port: OpenedPort;
}

/** @throws AppError `conflict` for a port of the spec, or beyond the limits */
export function withPort(sandbox: Sandbox, order: PortOrder, by: string, now: Date): PortWrite {
  const { expires_in: seconds, ...wanted } = order;
  const others = openPorts(sandbox, now);
  requireRoom(sandbox, wanted.port, others.length);
  const port: OpenedPort = {
    ...wanted,
    slot: sandbox.next_slot,
    expires_at: endAfter(seconds, now),
    opened_at: timestamp(now),
    opened_by: by,
  };
  const change = { opened_ports: [...others, port], next_slot: sandbox.next_slot + 1 };
  return { next: changed(sandbox, now, change), port };
}

/** @returns undefined when no such port is open */
export function withChangedPort(sandbox: Sandbox, slot: number, change: PortChange, now: Date): PortWrite | undefined {
  const ports = openPorts(sandbox, now);
  const found = ports.find((port) => port.slot === slot);
  if (!found) return undefined;
  const { name = found.name, access = found.access, wake = found.wake, expires_in: seconds } = change;
  const expires_at = seconds === undefined ? found.expires_at : endAfter(seconds, now);
  const port = { ...found, name, access, wake, expires_at };
  const opened_ports = ports.map((one) => (one === found ? port : one));
  return { next: changed(sandbox, now, { opened_ports }), port };
}

/** @returns undefined when no such port is open */
export function withoutPort(sandbox: Sandbox, slot: number, now: Date): Sandbox | undefined {
  const ports = openPorts(sandbox, now);
  const opened_ports = ports.filter((port) => port.slot !== slot);
  return opened_ports.length === ports.length ? undefined : changed(sandbox, now, { opened_ports });
}

function requireRoom({ sandbox_id: id, ports, next_slot: slot }: Sandbox, port: number, open: number): void {
  const own = ports.find((one) => one.port === port);
  if (own) {
    const advice = 'It already has a URL in exposed_urls. Use that, or choose another port.';
    throw new AppError('conflict', `Port ${port} of sandbox ${id} is its ${own.name} port. ${advice}`);
  }
  if (open >= MOST_OPEN_PORTS)
    throw new AppError(
      'conflict',
      `Sandbox ${id} already has ${MOST_OPEN_PORTS} open ports, which is the limit. Close one first.`,
    );
  // No address is used twice, so that the URL of a closed port never leads to another app.
  if (slot > LAST_SLOT)
    throw new AppError('conflict', `Sandbox ${id} has used all its URLs for opened ports. Use another sandbox.`);
}

function endAfter(seconds: number | null | undefined, now: Date): string | null {
  return seconds === undefined || seconds === null ? null : timestamp(new Date(now.getTime() + seconds * 1000));
}
