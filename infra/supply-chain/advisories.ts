import * as z from 'zod';

/** An advisory that this project accepts temporarily. */
export const Exception = z.strictObject({
  /** The ID in the URL of the advisory: GHSA-…. */
  id: z.string().regex(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/),
  package: z.string(),
  /** Why this project is not affected. */
  reason: z.string().min(20),
  /** The last day of the exception. */
  until: z.iso.date(),
});
export type Exception = z.infer<typeof Exception>;

const Advisory = z.object({ url: z.string(), title: z.string(), severity: z.string(), name: z.string() });

/** The report of `npm audit --json`. For a package affected through another one, `via` has that one's name. */
const Report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), Advisory])) })),
});

/** The output of npm without a report of the registry. */
const Failure = z.object({ statusCode: z.int().optional(), message: z.string().optional() });

/** Statuses of registries without advisories, such as mirrors. */
const NO_SUCH_SERVICE = [404, 405, 501];

export type Audit =
  | { readonly kind: 'judged'; readonly faults: readonly string[]; readonly packages: number }
  /** The registry has no advisories. */
  | { readonly kind: 'not offered'; readonly status: number };

/** Judges the output of npm. @throws Error when the registry failed */
export function judgeAudit(printed: unknown, exceptions: readonly Exception[], today: Date): Audit {
  const report = Report.safeParse(printed);
  if (!report.success) {
    const { statusCode, message } = Failure.parse(printed);
    if (statusCode !== undefined && NO_SUCH_SERVICE.includes(statusCode))
      return { kind: 'not offered', status: statusCode };
    throw new Error(`npm audit returned no report: ${message ?? `status ${statusCode}`}. Try again.`);
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
    if (!exception) return [`${name} has a vulnerability (${severity}): ${title}, ${url}. Install a fixed version.`];
    if (today.toISOString().slice(0, 10) <= exception.until) return [];
    return [`The exception for ${exception.id} in ${name} ended on ${exception.until}. Review it.`];
  });
}

function unused(advisories: readonly z.infer<typeof Advisory>[], exceptions: readonly Exception[]) {
  return exceptions
    .filter((exception) => !advisories.some((advisory) => isOf(exception, advisory)))
    .map(({ id, package: name }) => `The exception for ${id} in ${name} is no longer needed. Remove it.`);
}

function isOf(exception: Exception, { name, url }: z.infer<typeof Advisory>): boolean {
  return exception.package === name && url.endsWith(`/${exception.id}`);
}
