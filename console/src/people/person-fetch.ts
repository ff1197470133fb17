import { problemOf } from '../../../shared/client/api-problem.ts';
import { areFresh } from '../../../shared/client/people/tokens.ts';
import type { PersonSession, PersonStore } from './person-store.ts';

type People = Pick<PersonStore, 'get' | 'token' | 'renewed' | 'refuse' | 'lose'>;

/** Tokens name whole seconds. One of the second of a sign-out is refused, and the next one is not. */
const ONE_SECOND = 1_000;

/** A refused token that arrived less than this ago may be of that second, in milliseconds. */
const NEW = 5_000;

/**
 * `fetch` with the token of a person, for the organization of this tab. A refused token that is new or has expired is
 * renewed once. Another one was ended, by an administrator or by a sign-out elsewhere: a renewal would undo that, so
 * the session ends. It also ends if the service refuses the token of a renewal before it has accepted one.
 */
export function personFetch(
  people: People,
  { id, orgId }: Pick<PersonSession, 'id' | 'orgId'>,
  send: typeof fetch,
): typeof fetch {
  const isOver = () => people.get().session?.id !== id;
  /** Replaced a refused token, and was not accepted yet. A renewal aborts the requests of a page, which are repeated. */
  let untried: string | null = null;
  const sendWith = (request: Request, token: string): Promise<Response> => {
    const carrying = new Request(request.clone());
    carrying.headers.delete('X-Session-API-Key');
    carrying.headers.set('Authorization', `Bearer ${token}`);
    if (orgId !== null) carrying.headers.set('X-Org-Id', orgId);
    return send(carrying);
  };
  const answered = async (response: Response, token: string): Promise<Response> => {
    if (token === untried) untried = null;
    if (response.status === 403 && (await isNotAMember(response))) people.lose(id, orgId);
    return response;
  };
  /** The token of the second attempt; null if there is none. */
  const another = async (token: string): Promise<string | null> => {
    const tokens = people.get().session?.tokens;
    if (tokens === undefined) return null;
    const age = Date.now() - tokens.arrivedAt;
    // The service also refuses single requests that a change of the membership overtook.
    if (tokens.sent === token && age >= NEW && areFresh(tokens)) return token;
    await pause(ONE_SECOND - age);
    return await people.renewed(token);
  };
  return async (input, init) => {
    const request = new Request(input, init);
    const token = await people.token();
    if (token === null || isOver()) throw ended();
    const response = await sendWith(request, token);
    if (response.status !== 401) return answered(response, token);
    if (token === untried) {
      people.refuse(id);
      return response;
    }
    const second = await another(token);
    if (second === null || isOver()) return response;
    if (second !== token) untried = second;
    const again = await sendWith(request, second);
    if (again.status !== 401) return answered(again, second);
    people.refuse(id);
    return again;
  };
}

function ended(): DOMException {
  return new DOMException('The session has ended.', 'AbortError');
}

/** Whether the service itself says so: other servers, whose answers it passes on, can write anything into theirs. */
async function isNotAMember(response: Response): Promise<boolean> {
  return (await problemOf(response.clone())).code === 'not_a_member';
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
