import * as z from 'zod';

/** An advisory that this project accepts for a while. */
export const Exception = z.strictObject({
  /** As in the address of the advisory: GHSA-…. */
  id: z.string().regex(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/),
  package: z.string(),
  /** Why it does no harm here, in a sentence. */
  reason: z.string().min(20),
  /** The day after which it counts again. */
  until: z.iso.date(),
});
export type Exception = z.infer<typeof Exception>;

const Advisory = z.object({ url: z.string(), title: z.string(), severity: z.string(), name: z.string() });

/** The report of `npm audit --json`. A package affected by way of another names that one, by a text. */
const Report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), Advisory])) })),
});

/** What npm prints when the registry did not answer with a report. */
const Failure = z.object({ statusCode: z.int().optional(), message: z.string().optional() });

/** Statuses of registries that have no advisories at all, such as mirrors. */
const NO_SUCH_SERVICE = [404, 405, 501];

export type Audit =
  | { readonly kind: 'judged'; readonly faults: readonly string[]; readonly packages: number }
  /** The registry has no advisories to ask for. */
  | { readonly kind: 'not offered'; readonly status: number };

/** Judges what npm printed. @throws Error when the registry failed, so that nothing is known */
export function judgeAudit(printed: unknown, exceptions: readonly Exception[], today: Date): Audit {
  const report = Report.safeParse(printed);
  if (!report.success) {
    const { statusCode, message } = Failure.parse(printed);
    if (statusCode !== undefined && NO_SUCH_SERVICE.includes(statusCode))
      return { kind: 'not offered', status: statusCode };
    throw new Error(`npm audit gave no report: ${message ?? `status ${statusCode}`}. Try again.`);
  }
  const advisories = Object.values(report.data.vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause !== 'string'),
  );
  return {
    kind: 'judged',
    faults: [...refused(advisories, exceptions, today), ...unused(advisories, exceptions)],
    packages: Object.keys(report.data.vulnerabilities).length,
  };
}

function refused(advisories: readonly z.infer<typeof Advisory>[], exceptions: readonly Exception[], today: Date) {
  return advisories.flatMap((advisory) => {
    const exception = exceptions.find((one) => isOf(one, advisory));
    const { name, severity, title, url } = advisory;
    if (!exception) return [`${name} has a weakness (${severity}): ${title}, ${url}. Install a version without it.`];
    if (today.toISOString().slice(0, 10) <= exception.until) return [];
    return [`the exception for ${exception.id} in ${name} ended on ${exception.until}: judge it again.`];
  });
}

function unused(advisories: readonly z.infer<typeof Advisory>[], exceptions: readonly Exception[]) {
  return exceptions
    .filter((exception) => !advisories.some((advisory) => isOf(exception, advisory)))
    .map(({ id, package: name }) => `the exception for ${id} in ${name} excuses nothing any more: remove it.`);
}

function isOf(exception: Exception, { name, url }: z.infer<typeof Advisory>): boolean {
  return exception.package === name && url.endsWith(`/${exception.id}`);
}
