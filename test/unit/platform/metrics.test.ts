import { afterEach, describe, expect, it, vi } from 'vitest';
import { embeddedMetric } from '../../../shared/platform/metrics.ts';

const now = () => new Date('2026-11-21T12:00:00.000Z');

afterEach(() => vi.restoreAllMocks());

describe('metric', () => {
  it("is one line in CloudWatch's embedded format, with details that are not dimensions", () => {
    const lines: string[] = [];

    embeddedMetric('agents-dev', now, (line) => lines.push(line))('UsageDifferences', 3, 'Count', { volumes: 2 });

    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('\n');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      _aws: {
        Timestamp: now().getTime(),
        CloudWatchMetrics: [
          {
            Namespace: 'AgentConversations',
            Dimensions: [['Deployment']],
            Metrics: [{ Name: 'UsageDifferences', Unit: 'Count' }],
          },
        ],
      },
      Deployment: 'agents-dev',
      UsageDifferences: 3,
      volumes: 2,
    });
  });

  it('cannot be overwritten by a detail of the same name', () => {
    const lines: string[] = [];
    const details = { UsageDifferences: 99, Deployment: 'another' };

    embeddedMetric('agents-dev', now, (line) => lines.push(line))('UsageDifferences', 3, 'Count', details);

    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ UsageDifferences: 3, Deployment: 'agents-dev' });
  });

  it('has only the dimensions that it names', () => {
    const lines: string[] = [];
    const by = { Spec: 'openhands', Step: 'TASK_RUNNING' };

    embeddedMetric('agents-dev', now, (line) => lines.push(line))('StepSeconds', 3, 'Seconds', { Spec: 'x' }, by);

    const line = JSON.parse(lines[0] ?? '');
    expect(line).toMatchObject({ ...by, Deployment: 'agents-dev', StepSeconds: 3 });
    expect(line._aws.CloudWatchMetrics[0].Dimensions).toEqual([['Deployment', 'Spec', 'Step']]);
  });

  it('bypasses the console, which Lambda wraps', () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const logged = vi.spyOn(console, 'info');

    embeddedMetric('agents-dev', now)('SweepCompleted', 1, 'Count');

    expect(written).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\{.*\}\n$/));
    expect(logged).not.toHaveBeenCalled();
  });
});
