/** The length of AWS messages in reasons, in characters. */
const QUOTED = 300;

/** A message from AWS for clients: without account numbers, resource names and the last full stop. */
export function quote(said: string): string {
  return said
    .replace(/\barn:[^\s'",)]+/g, '(a resource)')
    .replace(/\b\d{12}\b/g, '(an account)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, QUOTED)
    .replace(/[\s.]+$/, '');
}
