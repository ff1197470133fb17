/**
 * US dollars: up to four digits where it is less than a dollar, two otherwise; or as many as a column wants for all its
 * amounts. What is less than these digits can show is not written as none.
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
  return isLess ? `< ${text}` : text;
}

/** A count with separators. */
export function count(amount: number): string {
  return new Intl.NumberFormat('en-US').format(amount);
}
