/**
 * An absolute path of two parts or more. What begins in the middle of a word, after a dot or in an address on the web is
 * none.
 */
const ABSOLUTE = /(?<![\w.:/~$%*-])\/[\w.@+~-]+(?:\/[\w.@+~-]+)+\/?/g;

/** Where these lead says nothing about a machine: every sandbox has them, and so does every API. */
const KNOWN = /^\/(?:workspace|usr|bin|sbin|etc|dev|proc|api|v\d+)\//;

/**
 * A foreign error's words without the paths of the machine that runs the agent: its home directory, the folder that a
 * local service keeps, the place of its program.
 */
export function withoutInnerPaths(text: string): string {
  return text.replace(ABSOLUTE, (path) => (KNOWN.test(path) ? path : `…/${path.split('/').findLast(Boolean)}`));
}
