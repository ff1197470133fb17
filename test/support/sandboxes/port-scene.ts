import { changeSandboxPort } from '../../../functions/sandboxes/change-sandbox-port.ts';
import { closeSandboxPort } from '../../../functions/sandboxes/close-sandbox-port.ts';
import { listSandboxPorts } from '../../../functions/sandboxes/list-sandbox-ports.ts';
import { openPortInBrowser } from '../../../functions/sandboxes/open-port-in-browser.ts';
import { openSandboxPort } from '../../../functions/sandboxes/open-sandbox-port.ts';
import type { ListeningApp } from '../../../shared/contract/shapes/sandbox-port.ts';
import type { Scope } from '../../../shared/contract/shapes/scopes.ts';
import type { EdgeSandbox } from '../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { EdgePortAddresses, type PortAddresses } from '../../../shared/domain/sandboxes/ports/port-addresses.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { invoke, type TestRequest } from '../http/invoke.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { MemorySandboxStore } from './memory-sandbox-store.ts';
import { aRunningSandbox } from './sandbox-data.ts';

const nameKey = { number: 3, key: 'the third' };

const forNames = async () => nameKey;

const onHosts = new EdgePortAddresses({ forNames }, 'https://{label}.sandboxes.example.com');
export const onPaths = new EdgePortAddresses({ forNames }, 'https://d111111abcdef8.cloudfront.net/{label}');

/** A running sandbox with its ports, and what the edge was asked for. */
export class PortScene {
  readonly clock = new SettableClock('2026-11-21T13:00:00.000Z');
  readonly sandboxes = new MemorySandboxStore(this.clock.now);
  readonly sandbox = aRunningSandbox();
  refreshed: EdgeSandbox[] = [];
  /** What the sandbox says when it is asked. */
  listening: readonly ListeningApp[] | null = [{ port: 3000, process: 'node', loopback_only: false }];

  constructor() {
    this.sandboxes.apply([{ previous: null, next: this.sandbox }]);
  }

  deps(addresses: PortAddresses = onHosts) {
    const refresh = async (row: EdgeSandbox) => void this.refreshed.push(row);
    const apps = { in: async () => this.listening };
    return { sandboxes: this.sandboxes, edge: { refresh }, addresses, apps, now: this.clock.now };
  }

  /** @throws when the sandbox is gone */
  async row(): Promise<Sandbox> {
    const row = await this.sandboxes.find('ann', this.sandbox.sandbox_id);
    if (!row) throw new Error('the sandbox is gone');
    return row;
  }

  at(id?: string) {
    return { params: { sandbox_id: this.sandbox.sandbox_id, ...(id === undefined ? {} : { port_id: id }) } };
  }

  open(body: object, request: TestRequest = {}) {
    return invoke(openSandboxPort, this.deps(), { ...this.at(), body, ...request });
  }

  change(id: string, body: object, request: TestRequest = {}) {
    return invoke(changeSandboxPort, this.deps(), { ...this.at(id), body, ...request });
  }

  link(id: string, body?: object, request: TestRequest = {}) {
    return invoke(openPortInBrowser, this.deps(), { ...this.at(id), body, ...request });
  }

  close(id: string) {
    return invoke(closeSandboxPort, this.deps(), this.at(id));
  }

  async list(scopes?: readonly Scope[]) {
    const request = { ...this.at(), ...(scopes ? { caller: { scopes } } : {}) };
    return (await invoke(listSandboxPorts, this.deps(), request)).body.items;
  }
}
