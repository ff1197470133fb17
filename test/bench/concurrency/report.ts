import type { Line } from './budget-lines.ts';
import { ROUND_TRIP_MS } from './duration.ts';

const headings = ['load', 'a second', 'function', 'ms', 'at once', 'share of 1,000', 'what else bounds it'];

export function report(lines: readonly Line[]): string {
  const rows = lines.map((line, index) => {
    const isFirst = lines[index - 1]?.load !== line.load;
    const { name, units, perSecond, bound } = line.load;
    return [
      isFirst ? name : '',
      isFirst ? `${decimal(perSecond)} ${units}` : '',
      line.fn,
      line.durationMs.toFixed(0),
      decimal(line.atOnce),
      line.cap === undefined ? 'what is left' : String(line.cap),
      isFirst ? bound : '',
    ];
  });
  const table = [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${table.join('\n')}

Computed, not measured: at once = a second × ms (Little's law). ms: CPU of a warm call at the function's share of a core, and its calls of services in sequence
(${ROUND_TRIP_MS.read} ms for a read, ${ROUND_TRIP_MS.write} for a write, ${ROUND_TRIP_MS.transaction} for a transaction), and what it waits for. Shares: \`concurrencyBudget\` in an account that runs 1,000 functions at a time.`;
}

function decimal(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toPrecision(2);
}
