/** When the day began in which a moment lies: by the reader's calendar, or by that of UTC. */
export function dayBegin(moment: Date, isUtc: boolean): Date {
  const begin = new Date(moment);
  if (isUtc) begin.setUTCHours(0, 0, 0, 0);
  else begin.setHours(0, 0, 0, 0);
  return begin;
}
