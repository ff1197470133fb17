import type { KeyRecord } from '../../../../shared/domain/accounts/keys/key-record.ts';

/** API keys in memory, as far as the authorizer asks for them. */
export class MemoryKeyStore {
  readonly records = new Map<string, KeyRecord>();

  async find(keyId: string): Promise<KeyRecord | undefined> {
    return this.records.get(keyId);
  }

  async add(record: KeyRecord): Promise<void> {
    this.records.set(record.key_id, record);
  }
}
