/** US dollars: four digits where it is less than a cent counts, two otherwise. */
export function dollars(amount: number): string {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** A count with separators. */
export function count(amount: number): string {
  return new Intl.NumberFormat('en-US').format(amount);
}
