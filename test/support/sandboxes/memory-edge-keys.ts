import { type EdgeKeys, EdgeKeysChangedError } from '../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';

export class MemoryEdgeKeys implements EdgeKeys {
  entry: string | undefined;
  #version = 1;

  async version(): Promise<string> {
    return String(this.#version);
  }

  async value(): Promise<string | undefined> {
    return this.entry;
  }

  async replace(value: string, version: string): Promise<void> {
    if (version !== String(this.#version)) throw new EdgeKeysChangedError();
    this.entry = value;
    this.#version += 1;
  }
}
