/** The form of a person's ID. Those of API keys are shorter. */
const PERSON = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Who created, suspended or deleted an owner: a person, an API key, or an operator on the command line. */
export function actorName(id: string | null): string {
  if (id === null) return 'Unknown';
  if (id === 'operator') return 'Operator';
  return PERSON.test(id) ? `Person ${id}` : `Key ${id}`;
}
