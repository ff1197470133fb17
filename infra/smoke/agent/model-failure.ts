import type { Frame } from './frame.ts';

const LONGEST_DETAIL = 300;

/** The failure that an agent reported instead of an answer, with the setting that it most likely comes from. */
export function modelFailure({ code, detail }: Frame, model: string | null): string {
  const what = [code, detail?.replaceAll(/\s+/g, ' ').slice(0, LONGEST_DETAIL)].filter(Boolean).join(': ');
  const which = model === null ? 'No model is set' : `The model is ${model}`;
  return [
    `The agent reported an error instead of an answer: ${what || 'its run ended in an error'}.`,
    `${which}: set llmModel, and llmApiKeySecretArn to a secret that holds its key (docs/deploy.md), then deploy.`,
    'With --without-model this step passes.',
  ].join(' ');
}
