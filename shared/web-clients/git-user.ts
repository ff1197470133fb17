/** An owner in the form in which git providers describe people. Nothing but the name is known. */
export function gitUserOf(ownerId: string) {
  return { id: ownerId, login: ownerId, avatar_url: '', company: null, name: null, email: null };
}
