/** An owner in the form in which git providers describe people. Only the name is set. */
export function gitUserOf(ownerId: string) {
  return { id: ownerId, login: ownerId, avatar_url: '', company: null, name: null, email: null };
}
