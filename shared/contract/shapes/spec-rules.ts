/** A rule that one value satisfies, with what it must be. Files of specs and requests state it in their own form. */
export interface Rule<T = string> {
  readonly holds: (value: T) => boolean;
  /** Completes the sentence 'It …'. */
  readonly must: string;
}

/** `registry/name:tag` or `registry/name@sha256:…`. */
const IMAGE = /^[^\s@]+(:[\w][\w.-]*|@sha256:[0-9a-f]{64})$/;

/** An image that does not change by itself. */
export const imageRules: readonly Rule[] = [
  {
    holds: (image) => IMAGE.test(image) && !/:\d+\/[^:@]*$/.test(image),
    must: 'must name a tag or a digest, as in registry/name:1.2.3',
  },
  {
    holds: (image) => !image.endsWith(':latest'),
    must: "must not be ':latest', which changes under running sandboxes",
  },
];

const SECRET = /(SECRET|PASSWORD|PASSWD|TOKEN|CREDENTIAL|PRIVATE|API_?KEY|ACCESS_?KEY|SESSION_KEY)/i;

/** The name of an environment variable of a spec, whose environment is no place for secrets: it is shown. */
export const variableRules: readonly Rule[] = [
  {
    holds: (name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name),
    must: 'is not a name that an environment variable can have',
  },
  {
    holds: (name) => !SECRET.test(name),
    must: 'looks like a secret; every user can read the environment of a spec',
  },
];

/** A path without `.`, `..`, empty parts and a trailing slash. */
export const directoryRule: Rule = {
  holds: (path) => /^(\/(?!\.{1,2}(\/|$))[^/\s]+)+$/.test(path),
  must: 'must be an absolute path in its shortest form, and not the root',
};

export const userRule: Rule = {
  holds: (user) => /^\d+(:\d+)?$/.test(user),
  must: 'must be numeric, as in 1000:1000',
};

type Ports = Readonly<Partial<Record<string, number>>>;

export const portsRules: readonly Rule<Ports>[] = [
  { holds: ({ AGENT_SERVER }) => AGENT_SERVER !== undefined, must: 'must include AGENT_SERVER' },
  { holds: (ports) => new Set(Object.values(ports)).size === Object.keys(ports).length, must: 'must all differ' },
];

/** Whether agents work in the workspace: a pause loses everything else. */
export function isInside(directory: string, workspacePath: string): boolean {
  return `${directory}/`.startsWith(`${workspacePath}/`);
}

/** The bounds of numbers, both inclusive. */
export const specBounds = {
  port: { min: 1024, max: 65_535 },
  workspaceGigabytes: { min: 1, max: 16_384 },
  ephemeralGigabytes: { min: 21, max: 200 },
  retentionDays: { min: 1, max: 365 },
  idleMinutes: { min: 1, max: 1440 },
  lifetimeMinutes: { min: 5, max: 20_160 },
} as const;
