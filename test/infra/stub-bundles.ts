export { stubBundles, stubSite } from '../../infra/bundling/stub-bundles.ts';
