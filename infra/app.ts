import { join } from 'node:path';
import { App, Tags, Validations } from 'aws-cdk-lib';
import cdk from '../cdk.json' with { type: 'json' };
import { prefixOf, type Stage, settingsFor } from './config.ts';
import { FunctionBundles } from './constructs/function-code.ts';
import { specsFor } from './specs/catalogue.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { ingressOf } from './stacks/ingress-stack.ts';

export interface AppOptions {
  /** Directory that `infra/bundling/build.ts` built into. */
  readonly bundles: string;
  /** Directory that `infra/bundling/built-console.ts` built into; by default `console` in the bundles' directory. */
  readonly site?: string;
  /** Directory of the cloud assembly; by default that of the CDK CLI, or a temporary one. */
  readonly outdir?: string;
  /** By default, that of the context. */
  readonly stage?: Stage;
  /** Settings and feature flags that override cdk.json and the command line. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Whether to check the templates against CloudFormation's rules, which takes most of the time. */
  readonly validate?: boolean;
}

/**
 * The whole service as a CDK app, not yet synthesized. It needs no account: the credentials of the deployment decide
 * where it goes. The same options give the same templates in the CLI, in tests and for the local service.
 *
 * @throws with one sentence for an invalid setting or sandbox spec, or a function that was not built
 */
export function createApp({ bundles, site, outdir, stage, context = {}, validate = false }: AppOptions): App {
  const app = new App({
    ...(outdir === undefined ? {} : { outdir }),
    context: cdk.context,
    postCliContext: { ...context, ...(stage === undefined ? {} : { stage }) },
    builtinCloudFormationValidation: validate,
    analyticsReporting: false,
  });
  const settings = settingsFor((key) => app.node.tryGetContext(key), Object.keys(app.node.getAllContext()));
  const specs = specsFor(settings);

  const data = new DataStack(app, settings);
  new ApiStack(app, {
    settings,
    data,
    ingress: ingressOf(app, settings),
    specs,
    bundles: new FunctionBundles(bundles, join(app.outdir, 'functions'), specs),
    site: site ?? join(bundles, 'console'),
  });
  Tags.of(app).add('service', prefixOf(settings));
  return app;
}

if (import.meta.main) {
  try {
    const app = createApp({ bundles: join(import.meta.dirname, '..', 'dist'), validate: true });
    // `-c nag=true` checks the templates with cdk-nag; an unacknowledged finding fails the synthesis.
    if (app.node.tryGetContext('nag') === 'true') {
      const { AwsSolutionsChecks } = await import('cdk-nag');
      Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    }
    app.synth();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
