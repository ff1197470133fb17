import { type MetricAlarm, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

type Alarm = Pick<MetricAlarm, 'AlarmName' | 'AlarmDescription' | 'StateValue' | 'StateReason' | 'ActionsEnabled'>;

/** How the setting `alarms` asks for none. */
const NO_ALARMS: ReadonlySet<string> = new Set(['false', 'none']);

export const alarms = defineCheck<readonly Alarm[]>({
  id: 'alarms',
  about: 'alarms that ring, that are muted, or that are missing',
  when: ['after'],
  actions: ['cloudwatch:DescribeAlarms'],
  async read({ cloudWatch }, { deployment }) {
    const found: Alarm[] = [];
    const wanted = { AlarmNamePrefix: `${deployment}-` };
    for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client: cloudWatch }, wanted))
      found.push(...MetricAlarms);
    return found;
  },
  judge(found, subject) {
    if (found.length === 0) return [none(subject)];
    const findings = found.flatMap((alarm) => [...ringing(alarm, subject), ...muted(alarm)]);
    return findings.length > 0 ? findings : [ok(`None of ${found.length} alarms rings.`)];
  },
});

function none({ settings, deployment }: Subject): Finding {
  if (NO_ALARMS.has(String(settings.alarms))) return ok('The settings ask for no alarms.');
  return warning(
    `There is no alarm whose name begins with ${deployment}-, though the settings ask for alarms.`,
    'The trouble of the service shows only when users report it.',
    'Deploy this checkout; `npx cdk diff` says what differs.',
  );
}

function ringing(
  { AlarmName = '', AlarmDescription, StateValue, StateReason }: Alarm,
  { deployment }: Subject,
): readonly Finding[] {
  if (StateValue !== 'ALARM') return [];
  const name = AlarmName.slice(deployment.length + 1);
  const means = AlarmDescription ?? StateReason ?? 'Its alarm has no description.';
  return [error(`Alarm ${AlarmName} rings.`, means, `Follow docs/runbook.md, "Alarm \`${name}\`".`)];
}

function muted({ AlarmName, ActionsEnabled }: Alarm): readonly Finding[] {
  if (ActionsEnabled !== false) return [];
  const remedy = `Run \`aws cloudwatch enable-alarm-actions --alarm-names ${AlarmName}\`.`;
  return [warning(`The actions of alarm ${AlarmName} are switched off.`, 'It notifies no one.', remedy)];
}
