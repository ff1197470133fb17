import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../infra/app.ts';
import { full } from './observability.ts';
import { stubBundles } from './stub-bundles.ts';
import { changed } from './synthesis.ts';

interface Violation {
  readonly ruleName: string;
  readonly violatingConstructs?: readonly { readonly constructPath?: string }[];
}

describe('CloudFormation and AwsSolutions rules', () => {
  let violations: readonly Violation[];
  let failure: unknown;

  // All options are on; CI's synthesis checks the defaults. Both tests share an app because a check takes ten
  // seconds. Only the bucket breaks rules.
  beforeAll(() => {
    const outdir = mkdtempSync(join(tmpdir(), 'nag-'));
    const bundles = stubBundles(join(outdir, 'bundles'), { readSpecs: [] });
    const app = createApp({
      bundles,
      outdir,
      stage: 'prod',
      context: { ...changed, ...full, oidc: 'cognito' },
      validate: true,
    });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    const [data] = app.node.children.filter(Stack.isStack);
    new Bucket(data ?? app, 'Unguarded');
    try {
      app.synth();
    } catch (error) {
      failure = error;
    }
    const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
    violations = pluginReports.flatMap((report: { violations: readonly Violation[] }) => report.violations);
    rmSync(outdir, { recursive: true });
  });

  it('have no finding that is not acknowledged with a reason', () => {
    const elsewhere = violations
      .flatMap(({ ruleName, violatingConstructs = [{}] }) =>
        violatingConstructs.map(({ constructPath = 'somewhere' }) => `${ruleName} ${constructPath}`),
      )
      .filter((finding) => !finding.includes('/Unguarded/'));

    expect(elsewhere).toEqual([]);
  });

  it('fail the synthesis on a finding that is not acknowledged', () => {
    expect(String(failure)).toContain('AwsSolutions-S1');
    expect(violations.map(({ ruleName }) => ruleName)).toEqual(
      expect.arrayContaining(['AwsSolutions-S1', 'AwsSolutions-S10']),
    );
  });
});
