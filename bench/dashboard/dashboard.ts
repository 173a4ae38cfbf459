import { createTenant, type Tenant } from '../harness/client.js';
import { type FigureRow, median, percentile, show, table } from '../harness/figures.js';
import type { BenchFixture, RunningServer } from '../harness/fixture.js';
import { type BenchBrowser, type BenchPage, type Frames, openBrowser, type TransferredRequest } from './browser.js';
import { executionCount, flowSizes, type LargeWorkspace, seedLarge, stepCount } from './seed-large.js';

/** What shows that a screen can be used. */
const home = 'main dl';
const list = 'tbody tr[data-index]';
const canvas = '.react-flow__node';
const waterfall = '[role=treeitem]';

interface Rig {
  fixture: BenchFixture;
  server: RunningServer;
  tenant: Tenant;
  browser: BenchBrowser;
  large: LargeWorkspace;
}

/** The dashboard in Chromium: until screens can be used, their frames, and what they transfer and keep. */
export async function benchDashboard(fixture: BenchFixture): Promise<string> {
  const build = fixture.builds[0];
  if (!build) throw new Error('There is no build to measure.');
  const database = await fixture.createDatabase('dashboard');
  const server = await fixture.startServer(build, database);
  const tenant = await createTenant(server.url);
  const browser = await openBrowser(server.url, tenant);
  try {
    fixture.note(`seeding ${executionCount} executions and one of ${stepCount} steps …`);
    const rig: Rig = { fixture, server, tenant, browser, large: await seedLarge(database, tenant) };
    const screens = await measureScreens(rig);
    const motion = [...(await measureCanvas(rig)), ...(await measureScrubbing(rig)), ...(await measureScrolling(rig))];
    return [
      table(
        [
          'dashboard',
          'first paint ms, cold',
          'warm',
          'can be used ms, cold',
          'warm',
          'files kB br',
          'gzip',
          'API kB br',
          'heap MB',
        ],
        screens,
      ),
      table(['dashboard, frames of', 'p50/p95 ms', 'main thread ms each'], motion),
      table(['dashboard', 'p50/p99 ms'], [await measureChange(rig)]),
    ].join('\n\n');
  } finally {
    await browser.close();
  }
}

async function measureScreens(rig: Rig): Promise<FigureRow[]> {
  const { flows, longExecutionId } = rig.large;
  const screens = [
    { name: 'home', path: '', selector: home },
    ...flowSizes.map((size) => ({
      name: `editor, ${size} nodes`,
      path: `/flows/${flows.get(size)}`,
      selector: canvas,
    })),
    {
      name: `execution, ${stepCount.toLocaleString('en')} steps`,
      path: `/executions/${longExecutionId}`,
      selector: waterfall,
    },
    { name: `list of ${executionCount.toLocaleString('en')} executions`, path: '/executions', selector: list },
  ];
  // The first visit is that of a server which has just started.
  await visit(rig, screens[0] as Screen);
  const rows: FigureRow[] = [];
  for (const screen of screens) {
    const visits: Visit[] = [];
    for (let round = 0; round < rig.fixture.rounds; round++) visits.push(await visit(rig, screen));
    const of = (figure: (visit: Visit) => number) => show(median(visits.map(figure)));
    const { requests } = visits[0] as Visit;
    const isFile = ({ url }: TransferredRequest) => url.includes('/assets/');
    const files = requests.filter(isFile);
    const isLong = screen.path.includes(longExecutionId);
    rows.push([
      screen.name,
      of(({ coldPaint }) => coldPaint),
      of(({ warmPaint }) => warmPaint),
      of(({ cold }) => cold),
      of(({ warm }) => warm),
      kilobytes(sumOf(files)),
      kilobytes(await gzipBytes(files)),
      kilobytes(sumOf(requests.filter((one) => !isFile(one)))),
      of(({ heapMb }) => heapMb),
    ]);
    if (isLong) rows.push(await allSteps(rig, screen));
    rig.fixture.note(`dashboard: ${screen.name}`);
  }
  return rows;
}

interface Screen {
  name: string;
  path: string;
  selector: string;
}

interface Visit {
  coldPaint: number;
  warmPaint: number;
  cold: number;
  warm: number;
  requests: TransferredRequest[];
  heapMb: number;
}

/** Opens a screen in a new browser, and once more. */
async function visit({ browser }: Rig, { path, selector }: Screen): Promise<Visit> {
  const tab = await browser.newPage();
  const look = async () => {
    await tab.open(path);
    const usable = await tab.ask('shown', selector);
    return { paint: await tab.ask('firstPaint'), usable };
  };
  const cold = await look();
  const requests = tab.requests();
  const heapMb = await tab.heapMb();
  const warm = await look();
  await tab.close();
  return { coldPaint: cold.paint, warmPaint: warm.paint, cold: cold.usable, warm: warm.usable, requests, heapMb };
}

/** Until the last step is known, too. */
async function allSteps({ browser, fixture }: Rig, { path }: Screen): Promise<FigureRow> {
  const times: number[] = [];
  let heapMb = 0;
  let bytes = 0;
  for (let round = 0; round < fixture.rounds; round++) {
    const tab = await browser.newPage();
    await tab.open(path);
    await tab.ask('shown', waterfall);
    await tab.ask('says', `${(stepCount + 2).toLocaleString('en-GB')} steps`);
    times.push(await tab.ask('shown', waterfall));
    heapMb = await tab.heapMb();
    bytes = sumOf(tab.requests().filter(({ url }) => !url.includes('/assets/')));
    await tab.close();
  }
  return [
    'the same, until all steps are shown',
    '',
    '',
    show(median(times)),
    '',
    '',
    '',
    kilobytes(bytes),
    show(heapMb),
  ];
}

/** The files as gzip, which browsers accept without TLS, too. */
async function gzipBytes(files: readonly TransferredRequest[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async ({ url }) => {
      const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
      await response.arrayBuffer();
      return Number(response.headers.get('content-length'));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const sumOf = (requests: readonly TransferredRequest[]): number => requests.reduce((sum, { bytes }) => sum + bytes, 0);
const kilobytes = (bytes: number): string => show(bytes / 1_000);

const rowOf = (name: string, { times, mainMs }: Frames): FigureRow => [
  name,
  `${show(median(times))}/${show(percentile(times, 0.95))}`,
  show(mainMs),
];

/** Panning and dragging in the largest flow, from afar and from near. */
async function measureCanvas({ browser, large, fixture }: Rig): Promise<FigureRow[]> {
  const tab = await browser.newPage();
  const { page } = tab;
  const size = flowSizes.at(-1);
  await tab.open(`/flows/${large.flows.get(size ?? 0)}`);
  await tab.ask('shown', canvas);
  const box = (await page.locator('.react-flow__pane').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const rows: FigureRow[] = [];
  rows.push(rowOf(`panning ${size} nodes, all on screen`, await circling(tab, await emptySpot(tab))));
  rows.push(rowOf(`dragging one of ${size} nodes, all on screen`, await circling(tab, await nodeSpot(tab))));
  // From near, as one works.
  await page.mouse.move(center.x, center.y);
  const zoomIn = async () => {
    for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -120);
  };
  rows.push(rowOf('zooming in', await tab.framesOf(zoomIn)));
  await tab.ask('shown', canvas);
  rows.push(rowOf('panning, a part on screen', await circling(tab, await emptySpot(tab))));
  rows.push(rowOf('dragging a node, a part on screen', await circling(tab, await nodeSpot(tab))));
  await tab.close();
  fixture.note('dashboard: canvas');
  return rows;
}

interface Point {
  x: number;
  y: number;
}

/** A place of the canvas without a node. */
async function emptySpot({ page }: BenchPage): Promise<Point> {
  return page.evaluate(`(() => {
    const { left, top, width, height } = document.querySelector('.react-flow__pane').getBoundingClientRect();
    for (let n = 0; n < 4000; n++) {
      const x = left + width * (0.3 + (n % 40) / 100), y = top + height * (0.25 + Math.floor(n / 40) / 250);
      if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) return { x, y };
    }
    throw new Error('The whole canvas is covered.');
  })()`);
}

/** The middle of a node near the middle of the canvas. */
async function nodeSpot({ page }: BenchPage): Promise<Point> {
  return page.evaluate(`(() => {
    const pane = document.querySelector('.react-flow__pane').getBoundingClientRect();
    const middle = { x: pane.left + pane.width / 2, y: pane.top + pane.height / 2 };
    const spots = [...document.querySelectorAll('.react-flow__node')].map((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    const far = ({ x, y }) => Math.hypot(x - middle.x, y - middle.y);
    return spots.sort((a, b) => far(a) - far(b))[0];
  })()`);
}

/** The frames while the mouse is held and moved in circles. */
async function circling(tab: BenchPage, { x, y }: Point): Promise<Frames> {
  const { mouse } = tab.page;
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + 5, y);
  const frames = await tab.framesOf(async () => {
    for (let step = 0; step < 150; step++) {
      await mouse.move(x + 90 * Math.sin(step / 8), y + 60 * Math.sin(step / 11));
    }
  });
  await mouse.up();
  return frames;
}

/** Going through an execution of 10,000 steps, and scrolling its waterfall. */
async function measureScrubbing({ browser, large, fixture }: Rig): Promise<FigureRow[]> {
  const tab = await browser.newPage();
  const { page } = tab;
  await tab.open(`/executions/${large.longExecutionId}`);
  await tab.ask('says', `${(stepCount + 2).toLocaleString('en-GB')} steps`);
  const slider = (await page.locator('input[type=range]').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const y = slider.y + slider.height / 2;
  await page.mouse.move(slider.x + slider.width - 8, y);
  await page.mouse.down();
  const scrub = await tab.framesOf(async () => {
    for (let step = 0; step <= 150; step++) {
      await page.mouse.move(slider.x + slider.width * (0.5 + 0.48 * Math.cos(step / 12)), y);
    }
  });
  await page.mouse.up();
  await page.locator('[role=tree]').hover();
  const scroll = await tab.framesOf(() => scrolling(tab, 100));
  await tab.close();
  fixture.note('dashboard: scrubbing');
  const steps = stepCount.toLocaleString('en');
  return [rowOf(`scrubbing ${steps} steps`, scrub), rowOf('scrolling their waterfall', scroll)];
}

/** Scrolling a list to its last row, whose pages are read on the way. */
async function measureScrolling({ browser, fixture }: Rig): Promise<FigureRow[]> {
  const tab = await browser.newPage();
  await tab.open('/executions');
  await tab.ask('shown', list);
  await tab.page.locator(list).first().hover();
  const isAtEnd = `document.querySelector('tbody tr[data-index="${executionCount}"]') !== null`;
  const started = Date.now();
  const frames = await tab.framesOf(async () => {
    while (!(await tab.page.evaluate(isAtEnd))) await scrolling(tab, 10);
  });
  const seconds = (Date.now() - started) / 1_000;
  const heapMb = await tab.heapMb();
  await tab.close();
  fixture.note('dashboard: scrolling');
  const name = `scrolling ${executionCount.toLocaleString('en')} executions to the end (${show(seconds)} s, then ${show(heapMb)} MB of heap)`;
  return [rowOf(name, frames)];
}

async function scrolling({ page }: BenchPage, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, 600);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

/** From the request of a change until another browser shows it. */
async function measureChange({ browser, tenant, large, fixture }: Rig): Promise<FigureRow> {
  const tab = await browser.newPage();
  await tab.open('/flows');
  await tab.ask('shown', list);
  await tab.ask('says', 'Live');
  const times: number[] = [];
  for (let round = 0; round < 10 * fixture.rounds; round++) {
    const name = `Renamed ${round}.`;
    const seen = tab.ask('says', name);
    const started = Date.now();
    await tenant.graphql(
      `mutation ($workspaceId: ID!, $flowId: ID!, $input: UpdateFlowInput!) {
         updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) { id } }`,
      { workspaceId: tenant.workspaceId, flowId: large.flows.get(20), input: { name } },
    );
    times.push((await seen) - started);
  }
  await tab.close();
  return ['a change by another user, until it is on screen', `${show(median(times))}/${show(percentile(times, 0.99))}`];
}
