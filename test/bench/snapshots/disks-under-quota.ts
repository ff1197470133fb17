import type { SaveOutcome } from '../../../shared/domain/sandboxes/record/disks.ts';
import { FakeDisks } from '../../support/sandboxes/fake-disks.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What EC2 allows. docs/snapshots.md says which of these are published. */
export interface Quota {
  /** Copies in progress of one volume. */
  readonly ofVolume: number;
  /** Copies in progress in the account. */
  readonly ofAccount: number;
  /** CreateSnapshot requests per second, and at once. */
  readonly perSecond: number;
  /** Snapshots of the Region. */
  readonly inRegion: number;
}

/** EC2's disks with its quotas: CreateSnapshot is refused with the code that EC2 uses. */
export class DisksUnderQuota extends FakeDisks {
  readonly refusals = new Map<string, number>();
  /** The most copies that were in progress at a time. */
  readonly most = { ofVolume: 0, ofAccount: 0 };
  requests = 0;
  readonly #time: VirtualTime;
  readonly #quota: Quota;
  #tokens: number;
  #filledAt = 0;

  constructor(time: VirtualTime, quota: Quota) {
    super(time.clock);
    this.#time = time;
    this.#quota = quota;
    this.#tokens = quota.perSecond;
  }

  override async take(volumeId: string, name: string): Promise<SaveOutcome> {
    this.requests += 1;
    const code = this.#refusal(volumeId);
    if (code !== undefined) {
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
      const kind = code === 'SnapshotLimitExceeded' ? 'quota_reached' : 'throttled';
      return { kind: 'refused', code: kind, message: code, retryable: true };
    }
    const outcome = await super.take(volumeId, name);
    const { volume, account } = this.#inProgress(volumeId);
    this.most.ofVolume = Math.max(this.most.ofVolume, volume);
    this.most.ofAccount = Math.max(this.most.ofAccount, account);
    return outcome;
  }

  #refusal(volumeId: string): string | undefined {
    const { ofVolume, ofAccount, perSecond, inRegion } = this.#quota;
    const now = this.#time.now().getTime();
    this.#tokens = Math.min(perSecond, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return 'RequestLimitExceeded';
    this.#tokens -= 1;
    const { volume, account } = this.#inProgress(volumeId);
    if (volume >= ofVolume) return 'ConcurrentSnapshotLimitExceeded';
    if (account >= ofAccount) return 'PendingSnapshotLimitExceeded';
    return this.all().snapshots.length >= inRegion ? 'SnapshotLimitExceeded' : undefined;
  }

  #inProgress(id: string) {
    const pending = this.all().snapshots.filter(({ state }) => state === 'pending');
    return { volume: pending.filter(({ volumeId }) => volumeId === id).length, account: pending.length };
  }
}
