import { type KeyRecord, keyView } from '../../shared/domain/accounts/keys/key-record.ts';

const HEAD = ['ID', 'OWNER', 'NAME', 'STATUS', 'LAST USED', 'EXPIRES'] as const;

/** The longest owner or name that a row shows whole, in characters: a row fits 80 columns. */
const LONGEST = 12;

/** Keys as rows for people, in the given order. `--json` shows the other fields. */
export function keyTable(records: readonly KeyRecord[], now: Date): string {
  const rows = [HEAD, ...records.map((record) => rowOf(record, now))];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowOf(record: KeyRecord, now: Date): readonly string[] {
  const { id, name, last_used_at: usedAt, expires_at: expiresAt } = keyView(record);
  return [id, shortened(record.owner_id), shortened(name ?? '-'), statusOf(record, now), day(usedAt), day(expiresAt)];
}

function statusOf({ revoked_at: revokedAt, not_before: start, expires_at: end }: KeyRecord, now: Date): string {
  const seconds = now.getTime() / 1000;
  if (revokedAt !== null) return 'revoked';
  if (end !== null && end <= seconds) return 'expired';
  return start !== undefined && start > seconds ? 'not yet valid' : 'valid';
}

/** The date of a time; the time of day is in the JSON. */
function day(time: string | null): string {
  return time === null ? 'never' : time.slice(0, 10);
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
}
