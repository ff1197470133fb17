import type { KeyRecord } from '../../../../shared/domain/accounts/keys/key-record.ts';

/** The API keys in memory that the authorizer needs. */
export class MemoryKeyStore {
  readonly records = new Map<string, KeyRecord>();

  async find(keyId: string): Promise<KeyRecord | undefined> {
    return this.records.get(keyId);
  }

  async add(record: KeyRecord): Promise<void> {
    this.records.set(record.key_id, record);
  }
}
