import { createApp } from '../../app.ts';
import { builtFunctions } from '../../bundling/built-functions.ts';

// The process behind assembly-build.ts. Its arguments: the folder for the cloud assembly, and settings as JSON.
const [outdir = '', settings = '{}'] = process.argv.slice(2);
try {
  const bundles = await builtFunctions();
  // The paths of the constructs name the functions in the log.
  const context = { ...JSON.parse(settings), 'aws:cdk:enable-path-metadata': true };
  createApp({ bundles, outdir, stage: 'local', context }).synth();
} catch (error) {
  // A plain error says in its message what to correct; of any other the stack is needed.
  const plain = error instanceof Error && error.constructor === Error;
  console.error(plain ? error.message : error);
  process.exitCode = 1;
}
