import { createEdge } from '../../../infra/local/edge/edge.ts';
import { readEdgeSettings } from '../../../infra/local/edge/edge-settings.ts';
import { aDistribution, aResponseHeadersPolicy, somePages } from './a-distribution.ts';
import { aLabelFor, deployedFunction } from './deployed-function.ts';

// Runs an edge in front of the given port: `node edge-process.ts PORT`.
// It sends its URL, then answers each message with its memory usage.

const port = Number(process.argv[2]);
const edge = createEdge({
  function: deployedFunction(),
  settings: readEdgeSettings(aDistribution(), aResponseHeadersPolicy, somePages),
  resolve: () => ({ host: '127.0.0.1', port }),
  log: () => undefined,
});
process.on('message', () => process.send?.(memory()));
process.on('disconnect', () => process.exit(0));
process.send?.(`http://127.0.0.1:${await edge.listen(0)}/${aLabelFor(port)}`);

/** Bytes in use after garbage collection (needs `--expose-gc`), and the peak memory. */
function memory(): { live: number; peak: number } {
  // The first collection only begins to free buffers.
  for (let round = 0; round < 2; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { live: heapUsed + external, peak: process.resourceUsage().maxRSS * 1024 };
}
