import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

describe('signing in', () => {
  test('leads back to the page that was asked for, and lasts over a reload', async () => {
    const page = await dashboard.visit(`/w/${dashboard.demo.workspaceId}/executions`);
    await see(page.getByRole('heading', { name: 'Sign in' }));
    expect(await findBarriers(page)).toEqual([]);
    await dashboard.logIn(page, dashboard.demo.email, dashboard.demo.password);
    await see(page.getByRole('heading', { name: 'Executions', exact: true }));
    await page.reload();
    await see(page.getByRole('heading', { name: 'Executions', exact: true }));
    await page.context().close();
  });

  test('lasts over a reload that interrupts another one', async () => {
    const page = await dashboard.open();
    // The server uses the token, and the page is left before the answer arrives.
    const used = new Promise<number>((resolve) => {
      void page.route('**/graphql', async (route) => {
        const request = route.request();
        const body = request.postData() ?? '';
        if (!body.includes('RefreshDashboardSession')) return route.continue();
        const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'));
        resolve((await fetch(request.url(), { method: 'POST', headers, body })).status);
      });
    });
    await page.reload();
    expect(await used).toBe(200);
    await page.unroute('**/graphql');
    await page.reload();
    await see(page.getByRole('navigation', { name: 'Main navigation' }));
    await page.context().close();
  });

  test('with a wrong password is refused with the reason, and what was typed stays', async () => {
    const page = await dashboard.visit();
    await dashboard.logIn(page, dashboard.demo.email, 'not the password');
    await see(page.getByRole('alert').getByText('The email or the password is not correct.'));
    expect(await page.getByLabel('Email').inputValue()).toBe(dashboard.demo.email);
    await page.context().close();
  });

  test('never leads to another site', async () => {
    const page = await dashboard.visit('/signin?to=%2F%2Fevil.example');
    await dashboard.logIn(page, dashboard.demo.email, dashboard.demo.password);
    await see(page.getByRole('navigation', { name: 'Main navigation' }));
    expect(new URL(page.url()).origin).toBe(dashboard.url);
    await page.context().close();
  });
});

describe('the frame', () => {
  test('has the whole navigation in sight on a small laptop', async () => {
    const page = await dashboard.open('', { viewport: { width: 1_280, height: 800 } });
    const last = await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeGreaterThan(0);
    expect((last?.y ?? 800) + (last?.height ?? 0)).toBeLessThanOrEqual(800);
    await page.context().close();
  });

  test('shows what was done without a barrier, and without keeping clicks from what is below', async () => {
    const page = await dashboard.open('/settings');
    await page.getByRole('button', { name: 'Save' }).click();
    const message = page.getByRole('region', { name: 'Notifications' }).getByRole('dialog', { name: 'Saved' });
    await see(message);
    expect(await findBarriers(page)).toEqual([]);
    const { x, y, width, height } = (await message.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(height).toBeGreaterThan(0);
    const at = `${x + width / 3}, ${y + height / 2}`;
    expect(await page.evaluate(`document.elementFromPoint(${at}).closest('header') !== null`)).toBe(true);
    await message.getByRole('button', { name: 'Close' }).click();
    await seeNoMore(message);
    await page.context().close();
  });

  test('has hints of buttons that are no barrier', async () => {
    const page = await dashboard.open();
    await page.getByRole('button', { name: /Search flows/ }).focus();
    await page.keyboard.press('Tab');
    await see(page.getByText('Theme', { exact: true }));
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  });

  test('finds pages by Ctrl K, and is free of barriers in both themes', async () => {
    const page = await dashboard.open();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('exec');
    await page.keyboard.press('Enter');
    await see(page.getByRole('heading', { name: 'Executions', exact: true }));
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await seeNoMore(page.getByRole('menu'));
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  });

  test('speaks Spanish to those who choose it, also after a reload', async () => {
    const page = await dashboard.open();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Español' }).click();
    await see(page.getByRole('link', { name: 'Ejecuciones' }));
    await page.reload();
    await see(page.getByRole('link', { name: 'Ejecuciones' }));
    await page.context().close();
  });

  test('says that the server is away, and is live again when it is back', async () => {
    const page = await dashboard.open();
    await see(page.getByText('Live', { exact: true }));
    await dashboard.kill();
    await see(page.getByText('Offline', { exact: true }));
    await dashboard.restart();
    await see(page.getByText('Live', { exact: true }));
    await page.context().close();
  }, 120_000);

  test('ends the session on signing out', async () => {
    const page = await dashboard.open();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await see(page.getByRole('heading', { name: 'Sign in' }));
    await page.goto(`${dashboard.url}/app/w/${dashboard.demo.workspaceId}`);
    await see(page.getByRole('heading', { name: 'Sign in' }));
    await page.context().close();
  });
});

describe('a new user', () => {
  test('is shown around in four steps, once', async () => {
    const page = await dashboard.open('', { tour: true });
    const note = page.getByRole('dialog');
    for (const title of ['Build flows', 'Watch every run', 'Decide what waits', 'Find everything']) {
      await see(note.getByRole('heading', { name: title }));
      if (title === 'Build flows') expect(await findBarriers(page)).toEqual([]);
      await note.getByRole('button', { name: /^(Next|Start)$/ }).click();
    }
    await seeNoMore(note);
    await page.reload();
    await see(page.getByRole('heading', { name: 'First steps' }));
    expect(await note.count()).toBe(0);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Show the tour' }).click();
    await note.getByRole('button', { name: 'Skip' }).click();
    await seeNoMore(note);
    await page.context().close();
  });

  test('tries a recipe, which runs at once without effects', async () => {
    const page = await dashboard.open();
    await page.getByRole('button', { name: /^Try it: Notify the team/ }).click();
    await see(page.getByRole('heading', { name: /Notify the team/ }));
    await see(page.getByText('Completed', { exact: true }));
    await page.context().close();
  });
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
