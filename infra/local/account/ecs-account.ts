import type { JsonOperations } from './source.ts';

/** Before the first deployment there is no cluster but those of others; afterwards ECS itself answers. */
export const ecsAccount: JsonOperations = (operation, { clusters }, { facts }) => {
  if (operation !== 'DescribeClusters' || facts.deployed) return undefined;
  const asked = Array.isArray(clusters) ? clusters.map(String) : [];
  return {
    clusters: asked
      .filter((name) => facts.clusters.includes(name))
      .map((clusterName) => ({ clusterName, status: 'ACTIVE' })),
    failures: asked.filter((name) => !facts.clusters.includes(name)).map((arn) => ({ arn, reason: 'MISSING' })),
  };
};
