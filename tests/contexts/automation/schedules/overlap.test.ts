import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fireDueSchedules } from '../../../../src/contexts/automation/schedules/fire-due-schedules.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { ControlStage } from '../executions/control/stage.js';

let app: TestApp;
let stage: ControlStage;
let year = 2030;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
});

afterAll(() => app.stop());

beforeEach(async () => {
  stage = new ControlStage(app, await app.seed.owner());
});

/** A flow that starts at each turn of a year, and runs until it is let go. */
const yearly = (data: object) => stage.flow(null, 'trigger.schedule', { cron: '0 0 1 1 *', ...data });

/** Fires the schedules of the next turn of a year. @returns the executions of the flow, oldest first */
async function fire(flowId: string): Promise<string[]> {
  const at = new Date(Date.UTC(year++, 0, 1, 0, 0, 1));
  await fireDueSchedules({ ...app.services, now: () => at });
  await stage.settled();
  return (await stage.all(flowId)).map(({ id }) => id);
}

const codes = async (flowId: string) => (await stage.all(flowId)).map(({ status, code }) => code ?? status);

describe('a schedule whose execution still runs', () => {
  test('starts another one beside it, if it does not say otherwise', async () => {
    const flowId = await yearly({});
    await fire(flowId);
    const ids = await fire(flowId);
    expect(ids).toHaveLength(2);
    await stage.running(...ids);
  });

  test('skips the time', async () => {
    const flowId = await yearly({ overlap: 'skip' });
    const [first] = await fire(flowId);
    await stage.running(first as string);
    await fire(flowId);
    expect(await codes(flowId)).toEqual(['running', 'SKIPPED']);
    await stage.finish(first as string);
    const last = (await fire(flowId)).at(-1) as string;
    await stage.running(last);
  });

  test('waits for its end', async () => {
    const flowId = await yearly({ overlap: 'queue' });
    const [first] = (await fire(flowId)) as [string];
    await stage.running(first);
    const second = (await fire(flowId)).at(-1) as string;
    const third = (await fire(flowId)).at(-1) as string;
    expect(await stage.phases(second, third)).toEqual(['queued for control', 'queued for control']);
    await stage.finish(first);
    await stage.running(second);
    expect(await stage.phases(third)).toEqual(['queued for control']);
  });

  test('replaces it', async () => {
    const flowId = await yearly({ overlap: 'replace' });
    const [first] = (await fire(flowId)) as [string];
    await stage.running(first);
    const second = (await fire(flowId)).at(-1) as string;
    await stage.running(second);
    expect(await codes(flowId)).toEqual(['REPLACED', 'running']);
  });

  test('does not hold what starts otherwise', async () => {
    const flowId = await yearly({ overlap: 'queue' });
    const [first] = (await fire(flowId)) as [string];
    await stage.running(first, await stage.start(flowId));
  });

  test('follows the control of the flow, if it has one', async () => {
    const flowId = await stage.flow({ concurrency: 1 }, 'trigger.schedule', { cron: '0 0 1 1 *', overlap: 'skip' });
    const first = await stage.start(flowId);
    await stage.running(first);
    const [, second] = (await fire(flowId)) as [string, string];
    expect(await stage.phases(second)).toEqual(['queued for control']);
  });
});
