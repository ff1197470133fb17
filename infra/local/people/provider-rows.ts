import type { Adapter, AdapterPayload } from 'oidc-provider';
import { WholeFile } from '../state/state-file.ts';

interface Row {
  readonly payload: AdapterPayload;
  /** In milliseconds of the epoch; null for never. */
  readonly expiresAt: number | null;
}

/** The sessions, grants and tokens of the local provider, in one file. Without a path, in memory. */
export class ProviderRows {
  readonly #rows = new Map<string, Row>();
  readonly #file: WholeFile | undefined;

  private constructor(path: string | undefined) {
    this.#file = path === undefined ? undefined : new WholeFile(path, () => JSON.stringify([...this.#rows]));
  }

  /** What cannot be read is left out: people then sign in again. */
  static async open(path: string | undefined): Promise<ProviderRows> {
    const rows = new ProviderRows(path);
    for (const [key, row] of entriesIn(await rows.#file?.read())) rows.#rows.set(key, row);
    return rows;
  }

  /** The rows of one model, as the provider asks for them. */
  adapterOf(model: string): Adapter {
    const keyOf = (id: string): string => `${model}:${id}`;
    const read = (key: string): AdapterPayload | undefined => {
      const row = this.#rows.get(key);
      return row && isAlive(row) ? row.payload : undefined;
    };
    const findBy = async (field: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> =>
      [...this.#rows]
        .filter(([key]) => key.startsWith(`${model}:`))
        .map(([key]) => read(key))
        .find((payload) => payload?.[field] === value);
    return {
      upsert: async (id, payload, expiresIn) => {
        const expiresAt = expiresIn === undefined ? null : Date.now() + expiresIn * 1000;
        this.#rows.set(keyOf(id), { payload, expiresAt });
        await this.#save();
      },
      find: async (id) => read(keyOf(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const row = this.#rows.get(keyOf(id));
        if (row)
          this.#rows.set(keyOf(id), { ...row, payload: { ...row.payload, consumed: Math.floor(Date.now() / 1000) } });
        await this.#save();
      },
      destroy: async (id) => {
        this.#rows.delete(keyOf(id));
        await this.#save();
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of this.#rows) if (payload.grantId === grantId) this.#rows.delete(key);
        await this.#save();
      },
    };
  }

  async settled(): Promise<void> {
    await this.#file?.settled();
  }

  async #save(): Promise<void> {
    for (const [key, row] of this.#rows) if (!isAlive(row)) this.#rows.delete(key);
    await this.#file?.save();
  }
}

function isAlive({ expiresAt }: Row): boolean {
  return expiresAt === null || expiresAt > Date.now();
}

function entriesIn(text: string | undefined): readonly (readonly [string, Row])[] {
  if (text === undefined) return [];
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is readonly [string, Row] {
  if (!Array.isArray(entry)) return false;
  const [key, row] = entry;
  return typeof key === 'string' && typeof row?.payload === 'object' && row.payload !== null;
}
