import { answerOf } from '../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';

/** The most input of one request, in bytes. */
const MOST = 128 * 1024;

/** Passes stdin on to a command, in order, each part once. */
export class InputSender {
  readonly #service: ServiceClient;
  readonly #sandboxId: string;
  #isOver = false;

  constructor(service: ServiceClient, sandboxId: string) {
    this.#service = service;
    this.#sandboxId = sandboxId;
  }

  begin(commandId: string): void {
    // A command can end without reading its input.
    this.#passOn(commandId).catch(() => undefined);
  }

  end(): void {
    this.#isOver = true;
    // An open pipe would keep the process alive.
    process.stdin.destroy();
  }

  async #passOn(commandId: string): Promise<void> {
    let offset = 0;
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += MOST) {
        const bytes = chunk.subarray(at, at + MOST);
        await this.#send(commandId, { base64: bytes.toString('base64'), offset });
        offset += bytes.length;
      }
      if (this.#isOver) return;
    }
    await this.#send(commandId, { end: true, offset });
  }

  async #send(command_id: string, body: { base64?: string; end?: boolean; offset: number }): Promise<void> {
    const params = { path: { sandbox_id: this.#sandboxId, command_id } };
    const path = '/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/input';
    await answerOf(this.#service.api.POST(path, { params, body: { end: false, ...body } }));
  }
}
