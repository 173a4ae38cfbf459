import { expect, test } from '@jest/globals';
import { withoutNetwork } from '../../../src/platform/code/index.js';
import { createLog } from '../../../src/platform/log.js';
import { startTestApp } from '../../support/app.js';

test.each([
  [true, 1],
  [undefined, withoutNetwork() ? 1 : 0],
  [false, 0],
])('a server with CODE_NODE=%s logs at start whether code has no network, in %i lines', async (codeNode, count) => {
  const lines: { level: string; msg: string }[] = [];
  const log = createLog({ level: 'info', destination: { write: (line: string) => void lines.push(JSON.parse(line)) } });
  const app = await startTestApp({ codeNode, log, worker: true });
  try {
    const said = lines.filter(({ msg }) => msg.startsWith('data.code runs in a process'));
    expect(said).toHaveLength(count);
    const expected = withoutNetwork() ? ['info', /without network$/] : ['warn', /shares the network of this server/];
    for (const { level, msg } of said)
      expect([level, msg]).toEqual([expected[0], expect.stringMatching(expected[1] as RegExp)]);
  } finally {
    await app.stop();
  }
});
