import type { Resource, Synthesis } from '../synthesis.ts';

/** The only resource of a type in the ingress stack. @throws if there are none or several */
export const only = (of: Synthesis, type: string): Resource => {
  const [first, ...others] = of.resources('ingress', type);
  if (!first || others.length > 0) throw new Error(`There is not exactly one ${type}.`);
  return first;
};
/** The function that routes requests. */
export const viewerRequestOf = (of: Synthesis): Resource => {
  const [found] = of
    .resources('ingress', 'AWS::CloudFront::Function')
    .filter(({ logicalId }) => logicalId.includes('ViewerRequest'));
  if (!found) throw new Error('There is no function on requests.');
  return found;
};

export const distributionOf = (of: Synthesis) =>
  only(of, 'AWS::CloudFront::Distribution').properties.DistributionConfig;

export function pagesOf(of: Synthesis) {
  const { Prefix: prefix, Pages, Bucket } = only(of, 'Custom::EdgePages').properties;
  return { prefix, Pages: Pages as Readonly<Record<string, string>>, Bucket };
}
