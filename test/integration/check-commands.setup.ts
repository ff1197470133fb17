import { afterAll, expect } from 'vitest';
import { checkCommands } from '../support/service/check-commands.ts';

/** These send the local cloud what it has to refuse. */
const REFUSALS = '/test/integration/infra/local/';

// Whatever else a test of this ring sends by the SDK has to fit AWS's own models; what does not fit fails as a command.
if (!expect.getState().testPath?.includes(REFUSALS)) {
  afterAll(
    checkCommands(
      (line) => process.stderr.write(`${line}\n`),
      () => 'of a test',
    ),
  );
}
