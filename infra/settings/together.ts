import { concurrencyProblem } from './concurrency-budget.ts';
import { consoleProblem } from './console.ts';
import { ingressProblem } from './ingress.ts';
import type { StageSettings } from './schema.ts';
import type { Stage } from './stages.ts';

/** What is wrong between settings that are right by themselves; undefined where they fit together. */
export function problemTogether(stage: Stage, settings: StageSettings): string | undefined {
  if (!settings.specs.includes(settings.defaultSpec)) {
    return `defaultSpec: '${settings.defaultSpec}' is not one of specs.`;
  }
  if (settings.llmApiKeySecretKeyArn !== undefined && settings.llmApiKeySecretArn === undefined) {
    return 'llmApiKeySecretKeyArn: needs llmApiKeySecretArn beside it.';
  }
  if (settings.webhookLoopback && stage !== 'local') return 'webhookLoopback: only the local stage may have it.';
  return (
    domainProblem(settings) ??
    ingressProblem(stage, settings) ??
    consoleProblem(stage, settings) ??
    budgetProblem(settings) ??
    concurrencyProblem(settings)
  );
}

function domainProblem({ apiDomain, apiCertificateArn, apiHostedZoneId }: StageSettings): string | undefined {
  const isProved = apiCertificateArn !== undefined || apiHostedZoneId !== undefined;
  if (apiDomain !== undefined && !isProved) return 'apiDomain: needs apiCertificateArn or apiHostedZoneId.';
  if (apiDomain === undefined && isProved) return 'apiDomain: is missing beside apiCertificateArn or apiHostedZoneId.';
  return undefined;
}

function budgetProblem({ monthlyBudgetDollars, budgetMail, alarmTopicArn }: StageSettings): string | undefined {
  const isHeard = budgetMail !== undefined || alarmTopicArn !== undefined;
  if (monthlyBudgetDollars === undefined || isHeard) return undefined;
  return 'monthlyBudgetDollars: set budgetMail or alarmTopicArn too, which receive the warning.';
}
