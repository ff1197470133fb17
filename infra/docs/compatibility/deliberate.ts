/** A change of the service that breaks what the last release promised, on purpose. */
interface Deliberate {
  /** The lines of the comparison that it explains, from their begin to their end. */
  readonly changes: RegExp;
  /** Why no documented client is broken by it, or why it has to be. */
  readonly reason: string;
}

const deliberate: readonly Deliberate[] = [
  {
    changes: /^POST \/oauth\/device\/(authorize|token) \d{3}: application\/problem\+json is gone$/,
    reason: 'OAuth clients expect plain JSON (RFC 6749); the body has the same fields, and known clients read no type',
  },
  {
    changes: /^POST \/oauth\/device\/verify-authenticated body\.decision: has to be sent$/,
    reason: 'a request without a decision gave a key away; programs that log in never send it, and the page sends one',
  },
  {
    changes: /^GET \/api\/v1\/app-conversations\/\{conversation_id\}\/file query file_path: has to match /,
    reason: 'a path outside of the workspace was answered with an empty text, as if a file were missing',
  },
  {
    changes:
      /^POST \/api\/v1\/app-conversations(\/stream-start)? body\.initial_message\.role: the value "(assistant|tool)" is gone$/,
    reason: 'no agent server takes such a first message: each start with one failed after minutes of tries',
  },
  {
    changes:
      /^GET \/api\/(user|v1\/git)\/\S+ (query (query|repository|provider): has to be sent|200(: was array, is object|\.next_page_id: may now be string))$/,
    reason: 'these lists were always empty; their clients send the parameters and read the shapes of this interface',
  },
];

/** What would break callers without intent; and the entries that explain nothing any more. */
export function withoutDeliberate(changes: readonly string[]) {
  return {
    breaking: changes.filter((line) => !deliberate.some(({ changes: lines }) => lines.test(line))),
    unneeded: deliberate.filter(({ changes: lines }) => !changes.some((line) => lines.test(line))),
  };
}
