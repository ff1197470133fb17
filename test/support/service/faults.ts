import type { Fault } from '../../../infra/local/aws/faults.ts';
import { askLocal } from './control.ts';
import { eventually } from './eventually.ts';

export type { Fault } from '../../../infra/local/aws/faults.ts';

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

  async happened(times: number): Promise<number> {
    const { faults } = await this.control('GET');
    return times - (faults[0]?.times ?? 0);
  }

  /** The remaining faults. */
  async left(): Promise<readonly Fault[]> {
    return (await this.control('GET')).faults;
  }

  async committed(): Promise<void> {
    await eventually('the faults happen', async () => {
      const faults = await this.left();
      if (faults.length > 0) throw new Error(`still to come: ${JSON.stringify(faults)}`);
      return true;
    });
  }

  private control(method: string, fault?: Fault): Promise<{ faults: readonly Fault[] }> {
    return askLocal(this.stateDirectory, method, 'faults', fault);
  }
}
