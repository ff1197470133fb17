import * as z from 'zod';
import { distributionCertificateArn, domainName, hostedZoneId, isNested } from './ingress.ts';
import type { Stage } from './stages.ts';

/** The web console. */
export const consoleSettings = {
  /** Whether there is a web console. On the local stage, `npm start` serves it. */
  console: z.boolean(),
  /** The domain of the console, such as console.example.com; by default, CloudFront makes its URL. */
  consoleDomain: domainName('console.example.com').optional(),
  /** ARN of the certificate of that domain, in us-east-1. */
  consoleCertificateArn: distributionCertificateArn.optional(),
  /** ID of the Route 53 hosted zone that gets the records of that domain. */
  consoleHostedZoneId: hostedZoneId.optional(),
} as const;

interface ConsoleSettings extends z.output<z.ZodObject<typeof consoleSettings>> {
  readonly apiDomain?: string | undefined;
  readonly sandboxDomain?: string | undefined;
  readonly allowedOrigins: readonly string[];
}

/** The first problem of the console's settings, in one sentence. */
export function consoleProblem(stage: Stage, settings: ConsoleSettings): string | undefined {
  return incomplete(stage, settings) ?? clash(settings) ?? unableToCall(stage, settings);
}

function incomplete(stage: Stage, settings: ConsoleSettings): string | undefined {
  const { consoleDomain, consoleCertificateArn, consoleHostedZoneId } = settings;
  const given = { consoleDomain, consoleCertificateArn, consoleHostedZoneId };
  const [first] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (first === undefined) return undefined;
  if (stage === 'local') return `${first}: not for the local stage, whose console has a port.`;
  if (!settings.console) return `${first}: needs console to be true.`;
  if (consoleDomain === undefined) return `${first}: needs consoleDomain too.`;
  if (consoleCertificateArn !== undefined) return undefined;
  return `consoleDomain: needs consoleCertificateArn, a certificate for ${consoleDomain} in us-east-1.`;
}

function clash({ consoleDomain, apiDomain, sandboxDomain }: ConsoleSettings): string | undefined {
  if (consoleDomain === undefined) return undefined;
  if (consoleDomain === apiDomain?.toLowerCase()) {
    return `consoleDomain: must differ from apiDomain, ${consoleDomain}.`;
  }
  if (sandboxDomain === undefined || !isNested(consoleDomain, sandboxDomain)) return undefined;
  return `consoleDomain: ${consoleDomain} must not be, contain or be below sandboxDomain ${sandboxDomain}, because agents serve pages there.`;
}

/** The console calls the API as any web page does, so its origin must be allowed. */
function unableToCall(stage: Stage, settings: ConsoleSettings): string | undefined {
  const { allowedOrigins, consoleDomain } = settings;
  if (!settings.console || allowedOrigins.includes('*') || consoleDomain !== undefined) return undefined;
  if (stage === 'local') return "allowedOrigins: excludes the local console. Allow '*', or start with --no-console.";
  return "allowedOrigins: excludes the console, whose URL CloudFront makes. Set consoleDomain, which is then allowed, allow '*', or set console to false.";
}

/** Adds the origin of the console to the allowed ones. */
export function withConsoleOrigin<T extends ConsoleSettings>(settings: T): T {
  const { allowedOrigins, consoleDomain } = settings;
  if (consoleDomain === undefined || allowedOrigins.includes('*')) return settings;
  return { ...settings, allowedOrigins: [...new Set([...allowedOrigins, `https://${consoleDomain}`])] };
}
