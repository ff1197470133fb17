import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../infra/app.ts';
import { stubBundles } from './stub-bundles.ts';

describe('CloudFormation and AwsSolutions rules', () => {
  let outdir: string;
  let app: App;

  beforeEach(() => {
    outdir = mkdtempSync(join(tmpdir(), 'nag-'));
    const bundles = stubBundles(join(outdir, 'bundles'), { readSpecs: [] });
    app = createApp({ bundles, outdir, stage: 'prod', validate: true });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  });

  afterEach(() => rmSync(outdir, { recursive: true }));

  const findings = () => {
    const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
    return pluginReports.flatMap(({ violations }: { violations: { ruleName: string }[] }) =>
      violations.map(({ ruleName }) => ruleName),
    );
  };

  it('have no finding that is not acknowledged with a reason', () => {
    expect(() => app.synth()).not.toThrow();
    expect(findings()).toEqual([]);
  });

  it('fail the synthesis on a finding that is not acknowledged', () => {
    const [data] = app.node.children.filter(Stack.isStack);
    new Bucket(data ?? app, 'Unguarded');

    expect(() => app.synth()).toThrow('AwsSolutions-S1');
    expect(findings()).toEqual(expect.arrayContaining(['AwsSolutions-S1', 'AwsSolutions-S10']));
  });
});
