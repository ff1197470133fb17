import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

export interface Fault {
  readonly service: 'ecs' | 'dynamodb' | 'secretsmanager' | 'lambda' | 'events';
  readonly action?: string;
  readonly kind: 'throttle' | 'error' | 'delay' | 'drop-answer' | 'capacity' | 'repeat' | 'reorder' | 'drop';
  readonly milliseconds?: number;
  readonly times: number;
}

/** Tells the AWS behind a local service to misbehave. */
export class Faults {
  private readonly stateDirectory: string;

  constructor(stateDirectory: string) {
    this.stateDirectory = stateDirectory;
  }

  async add(fault: Fault): Promise<void> {
    await this.control('POST', fault);
  }

  async clear(): Promise<void> {
    await this.control('DELETE');
  }

  /** How often the one fault that was asked for has happened. */
  async happened(times: number): Promise<number> {
    const { faults } = await this.control('GET');
    return times - (faults[0]?.times ?? 0);
  }

  /** Resolves when every fault that was asked for has happened. */
  async committed(): Promise<void> {
    await eventually('the faults happen', async () => {
      const { faults } = await this.control('GET');
      return faults.length === 0 ? true : undefined;
    });
  }

  private async control(method: string, fault?: Fault): Promise<{ faults: readonly Fault[] }> {
    const file = JSON.parse(await readFile(join(this.stateDirectory, 'endpoint.json'), 'utf8'));
    const response = await fetch(`${file.aws_endpoint}/_local/faults`, {
      method,
      headers: { 'x-local-admin-key': file.admin.secret_access_key },
      ...(fault ? { body: JSON.stringify(fault) } : {}),
    });
    if (!response.ok) throw new Error(`faults: ${response.status} ${await response.text()}`);
    return (await response.json()) as { faults: readonly Fault[] };
  }
}
