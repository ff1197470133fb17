import * as z from 'zod';
import { domainName, isNested } from './ingress.ts';
import type { Stage } from './stages.ts';

/** The web console, which has an origin of its own. */
export const consoleSettings = {
  /** Whether there is one. On the local stage `npm start` serves it, and the API leads there. */
  console: z.boolean(),
  /** Its domain, such as console.example.com; without it, people use the address that CloudFront makes. */
  consoleDomain: z
    .hostname('must be a domain name, such as console.example.com')
    .regex(domainName, 'must be in lower case, such as console.example.com')
    .optional(),
  /** ARN of the certificate of that domain, in us-east-1, where CloudFront looks for certificates. */
  consoleCertificateArn: z
    .string()
    .regex(
      /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
      'must be the full ARN of a certificate in us-east-1, where CloudFront looks for certificates',
    )
    .optional(),
  /** Id of the Route 53 hosted zone that gets the records of that domain. */
  consoleHostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a hosted zone')
    .optional(),
} as const;

interface ConsoleSettings extends z.output<z.ZodObject<typeof consoleSettings>> {
  readonly apiDomain?: string | undefined;
  readonly sandboxDomain?: string | undefined;
  readonly allowedOrigins: readonly string[];
}

/** What is wrong between settings of the console, in one sentence; undefined where they fit together. */
export function consoleProblem(stage: Stage, settings: ConsoleSettings): string | undefined {
  return incomplete(stage, settings) ?? clash(settings) ?? unableToCall(stage, settings);
}

function incomplete(stage: Stage, settings: ConsoleSettings): string | undefined {
  const { consoleDomain, consoleCertificateArn, consoleHostedZoneId } = settings;
  const given = { consoleDomain, consoleCertificateArn, consoleHostedZoneId };
  const [first] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (first === undefined) return undefined;
  if (stage === 'local') return `${first}: has no meaning on the local stage, whose console is at a port.`;
  if (!settings.console) return `${first}: has no meaning where the setting console is false.`;
  if (consoleDomain === undefined) return `${first}: needs consoleDomain beside it.`;
  if (consoleCertificateArn !== undefined) return undefined;
  return `consoleDomain: needs consoleCertificateArn, a certificate for ${consoleDomain} in us-east-1.`;
}

function clash({ consoleDomain, apiDomain, sandboxDomain }: ConsoleSettings): string | undefined {
  if (consoleDomain === undefined) return undefined;
  if (consoleDomain === apiDomain?.toLowerCase()) {
    return `consoleDomain: ${consoleDomain} is apiDomain, and the console needs a name of its own.`;
  }
  if (sandboxDomain === undefined || !isNested(consoleDomain, sandboxDomain)) return undefined;
  return `consoleDomain: ${consoleDomain} must neither be, hold nor stand below sandboxDomain ${sandboxDomain}, as agents serve pages there.`;
}

/** The console calls the API as any web page does: from an origin that has to be allowed. */
function unableToCall(stage: Stage, settings: ConsoleSettings): string | undefined {
  const { allowedOrigins, consoleDomain } = settings;
  if (!settings.console || allowedOrigins.includes('*') || consoleDomain !== undefined) return undefined;
  if (stage === 'local') return "allowedOrigins: leaves out the local console: allow '*', or start with --no-console.";
  return "allowedOrigins: leaves out the console, whose address CloudFront makes: set consoleDomain, which is then allowed too, or '*', or set console to false.";
}

/** With the origin of the console among those that may call the API. */
export function withConsoleOrigin<T extends ConsoleSettings>(settings: T): T {
  const { allowedOrigins, consoleDomain } = settings;
  if (consoleDomain === undefined || allowedOrigins.includes('*')) return settings;
  return { ...settings, allowedOrigins: [...new Set([...allowedOrigins, `https://${consoleDomain}`])] };
}
