import { createApp } from '../../app.ts';
import { builtFunctions } from '../../bundling/built-functions.ts';

// The process that assembly-build.ts starts. Arguments: the folder for the cloud assembly, and settings as JSON.
const [outdir = '', settings = '{}'] = process.argv.slice(2);
try {
  const bundles = await builtFunctions();
  // The paths of constructs give the functions their names in the log.
  const context = { ...JSON.parse(settings), 'aws:cdk:enable-path-metadata': true };
  createApp({ bundles, outdir, stage: 'local', context }).synth();
} catch (error) {
  // A plain Error is about the settings: its message is enough. Any other error is a fault and needs its stack.
  const plain = error instanceof Error && error.constructor === Error;
  console.error(plain ? error.message : error);
  process.exitCode = 1;
}
