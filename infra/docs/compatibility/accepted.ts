/** A change of the document that is none of the service, which refused the same before. */
interface Clarification {
  /** What the comparison says after the place. */
  readonly change: string;
  /** The end of the place, where the change is one only there. */
  readonly at?: string;
}

/** What documents of earlier releases left out, though the service held callers to it. */
const clarifications: readonly Clarification[] = [
  // Ids, which no address can say, and ids of the legacy generation.
  { change: String.raw`has to match ^(?!\.{1,2}$)` },
  { change: String.raw`has to match ^(?!.*\.\.)[A-Za-z0-9._-]{1,100}$` },
  { change: 'has to match ^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$' },
  { change: 'has to be a opaque', at: 'query page_id' },
  { change: 'has to match ^(?!search$)', at: 'name' },
  // Batches of ids.
  { change: 'minItems is 1, was not limited' },
  { change: 'maxItems is 100, was not limited' },
  { change: 'maxItems is 99, was not limited', at: 'query ids' },
  // Repositories, branches, paths, hosts.
  {
    change: String.raw`has to match ^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]|%20){0,99}\/){1,20}(?!\.+$)(?!.*\.[Gg][Ii][Tt]$)[A-Za-z0-9._](?:[A-Za-z0-9._-]|%20){0,99}$`,
  },
  { change: 'maxLength is 500, was not limited', at: 'repository' },
  { change: 'maxLength is 500, was not limited', at: 'repo' },
  { change: 'maxLength is 255, was not limited', at: 'selected_branch' },
  {
    change: String.raw`has to match ^(?!.*\.\.)(?:(?![.-])(?![^/]*\.(?:lock)?(?:\/|$))[^/]+(?:\/(?!$)|$))+$`,
    at: 'selected_branch',
  },
  {
    change: String.raw`has to match ^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/)?(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?)?\/*$`,
    at: 'host',
  },
  // Times of agent servers.
  {
    change: String.raw`has to match ^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?\s*([Zz]|[+\- ]?(?:[01]\d|2[0-3]):?[0-5]\d)?)?$`,
  },
  // Numbers, which rows have to keep.
  { change: 'minimum is -9007199254740991, was not limited' },
  { change: 'maximum is 9007199254740991, was not limited' },
  // MCP servers in one of the two forms, and the model of a profile.
  { change: 'unknown fields are refused', at: 'mcp_config' },
  { change: 'can no longer be null', at: 'body.llm.model' },
  { change: 'has to be sent', at: 'body.llm.model' },
];

/** What would break callers, without what is only said now; and the clarifications that explain nothing any more. */
export function withoutClarified(changes: readonly string[]) {
  const explains = ({ change, at = '' }: Clarification, line: string) => line.endsWith(`${at}: ${change}`);
  return {
    breaking: changes.filter((line) => !clarifications.some((one) => explains(one, line))),
    unneeded: clarifications.filter((one) => !changes.some((line) => explains(one, line))),
  };
}

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
