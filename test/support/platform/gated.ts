/** A gate that calls wait at until the test opens it. */
export class Gate {
  readonly #arrived = Promise.withResolvers<void>();
  readonly #opened = Promise.withResolvers<void>();
  #isFirst = true;
  wasReached = false;

  /** Holds only the first call. */
  readonly pass = async (): Promise<void> => {
    if (!this.#isFirst) return;
    this.#isFirst = false;
    this.wasReached = true;
    this.#arrived.resolve();
    await this.#opened.promise;
  };

  open(): void {
    this.#opened.resolve();
  }

  get arrived(): Promise<void> {
    return this.#arrived.promise;
  }
}

export function gated<T extends object>(port: T, method: keyof T, gate: Gate): T {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const call = (...parameters: unknown[]): unknown => Reflect.apply(member, target, parameters);
      if (name !== method) return call;
      return async (...parameters: unknown[]) => {
        await gate.pass();
        return call(...parameters);
      };
    },
  });
}
