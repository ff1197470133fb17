export { stubBundles } from '../../infra/bundling/stub-bundles.ts';
