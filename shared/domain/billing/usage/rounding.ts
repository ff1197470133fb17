/** In whole units, rounded to the nearest. */
export function rounded(value: bigint, unit: bigint): bigint {
  return (value + unit / 2n) / unit;
}

/** Rounded values that add up to the rounded sum: the remainder goes to those that rounding reduced most. */
export function roundedTogether(values: readonly bigint[], unit: bigint, sum: bigint): bigint[] {
  const whole = values.map((value) => value / unit);
  const missing = Number(sum - whole.reduce((one, other) => one + other, 0n));
  const byLoss = values
    .map((value, index) => ({ index, loss: value % unit }))
    .toSorted((a, b) => compare(b.loss, a.loss));
  const raised = new Set(byLoss.slice(0, missing).map(({ index }) => index));
  return whole.map((value, index) => value + (raised.has(index) ? 1n : 0n));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}
