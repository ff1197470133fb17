import { type Settings, settingsFor } from '../../../infra/config.ts';
import type { Finding, Subject } from '../../../infra/doctor/check.ts';
import { specsFor } from '../../../infra/specs/catalogue.ts';

export const NOW = new Date('2026-11-22T12:00:00Z');

/** The stage prod in eu-west-1 after its deployment. One `openhands` takes 1 vCPU and 20 GiB. */
export function aSubject({
  settings: given = {},
  ...rest
}: Partial<Omit<Subject, 'settings'>> & { settings?: Partial<Settings> } = {}): Subject {
  const settings = { ...settingsFor((key) => (key === 'stage' ? 'prod' : undefined)), ...given };
  return {
    when: 'after',
    deployment: 'agent-conversations-prod',
    settings,
    specs: specsFor(settings),
    version: '1.2.3',
    caller: { account: '123456789012', region: 'eu-west-1', arn: 'arn:aws:sts::123456789012:assumed-role/ops/ann' },
    now: NOW,
    ...rest,
  };
}

export function levels(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ level }) => level);
}

/** The text of all findings. */
export function words(findings: readonly Finding[]): string {
  return findings.map((finding) => Object.values(finding).join(' ')).join('\n');
}
