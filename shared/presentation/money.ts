/**
 * US dollars with two digits, or up to four below one dollar.
 *
 * @param digits a fixed number of digits, for a column. An amount too small for them reads `< $0.01`, on one line.
 */
export function dollars(amount: number, digits?: number): string {
  const most = digits ?? (amount !== 0 && Math.abs(amount) < 1 ? 4 : 2);
  const smallest = 10 ** -most;
  const isLess = amount > 0 && amount < smallest;
  const text = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits ?? 2,
    maximumFractionDigits: most,
  }).format(isLess ? smallest : amount);
  return isLess ? `<\u00a0${text}` : text;
}

/** A count with separators. */
export function count(amount: number): string {
  return new Intl.NumberFormat('en-US').format(amount);
}
