import { type MetricAlarm, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { defineCheck, type Finding, ok, type Subject, warning } from '../check.ts';

type Alarm = Pick<MetricAlarm, 'AlarmName' | 'ActionsEnabled'>;

/** Values of the setting `alarms` that switch alarms off. */
const NO_ALARMS: ReadonlySet<string> = new Set(['false', 'none']);

/** Checks what alarms cannot report: that they are missing or muted. */
export const alarms = defineCheck<readonly Alarm[]>({
  id: 'alarms',
  about: 'alarms that are muted or missing',
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
    const findings = found.flatMap(muted);
    return findings.length > 0 ? findings : [ok(`All ${found.length} alarms can notify.`)];
  },
});

function none({ settings, deployment }: Subject): Finding {
  if (NO_ALARMS.has(String(settings.alarms))) return ok('The settings disable alarms.');
  return warning(
    `No alarm has a name that begins with ${deployment}-, although the settings enable alarms.`,
    'You learn of failures only from users.',
    'Deploy this checkout. `npx cdk diff` shows what differs.',
  );
}

function muted({ AlarmName, ActionsEnabled }: Alarm): readonly Finding[] {
  if (ActionsEnabled !== false) return [];
  const remedy = `Run \`aws cloudwatch enable-alarm-actions --alarm-names ${AlarmName}\`.`;
  return [warning(`The actions of alarm ${AlarmName} are disabled.`, 'It notifies no one.', remedy)];
}
