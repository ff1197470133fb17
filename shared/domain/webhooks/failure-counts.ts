import type { IntegratorMessage } from './messages-of-record.ts';

/** Reasons are cut to this length, so that sentences with names in them stay few. */
const LENGTH = 80;

/** Counts the failures among messages, for the overview of operators. */
export class FailureCounts {
  readonly byReason = new Map<string, number>();

  note({ type, body }: Pick<IntegratorMessage, 'type' | 'body'>): void {
    if (type !== 'sandbox.error' && type !== 'start.failed') return;
    const { reason, detail } = JSON.parse(body).data as { readonly reason?: unknown; readonly detail?: unknown };
    const why = type === 'sandbox.error' ? String(reason ?? 'unknown') : sentenceOf(String(detail ?? 'unknown'));
    const name = `${type === 'sandbox.error' ? 'sandbox' : 'start'}: ${why}`;
    this.byReason.set(name, (this.byReason.get(name) ?? 0) + 1);
  }
}

/** Without what differs from start to start: quotations, what is in brackets, addresses and numbers. */
function sentenceOf(detail: string): string {
  const [sentence = ''] = detail.toWellFormed().split(/[:.]\s|\n/);
  const varying = /['"`“‘][^'"`“‘”’]*['"`”’]|\[[^\]]*\]?|https?:\S+|[\da-f]{8}[\da-f-]*|\d+/gi;
  const plain = sentence.replaceAll(varying, '…').trim();
  return [...(plain || 'unknown')].slice(0, LENGTH).join('');
}
