import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { node } from '../../../../support/graphs.js';
import { pageOf, sendJson } from '../../executions/form-pages.js';
import { Listening } from './listening.js';

let app: TestApp;
let editor: Listening;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  editor = new Listening(app, await app.seed.owner());
});
afterAll(() => app.stop());

const fields = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'cv', label: 'CV', type: 'file' },
];
const form = (title = 'Apply') => [node('form', 'trigger.form', { title, fields, thankYou: 'Thanks a lot' })];

describe('the test of a form', () => {
  test('shows the page of the draft, and keeps what is sent as the sample', async () => {
    const flowId = await editor.draft(form());
    const path = await editor.path(flowId, 'form');
    expect(path).toMatch(/^\/forms\/test-[0-9a-f]{64}$/);
    const page = await pageOf(app, path);
    expect([page.status, page.text('h1'), page.text('.owner')]).toEqual([200, 'Apply', 'Acme']);
    const wrong = await page.send(app, path, { name: '' });
    expect(wrong.status).toBe(422);
    const done = await wrong.send(app, path, { name: 'Ana' });
    expect([done.status, done.text('[role=status]')]).toEqual([200, 'Thanks a lot']);
    expect(await editor.shown(flowId, 'form')).toMatchObject({
      type: 'form',
      url: null,
      triggerData: { fields: { name: 'Ana', cv: null }, submittedAt: expect.any(String) },
      request: null,
    });
    expect(await editor.countExecutions()).toBe(0);
    const again = await page.send(app, path, { name: 'Eva' });
    expect([again.status, (await pageOf(app, path)).status]).toEqual([410, 410]);
  });

  test('has files by name and type only', async () => {
    const flowId = await editor.draft(form());
    const path = await editor.path(flowId, 'form');
    const page = await pageOf(app, path);
    const cv = new File(['%PDF-1.7'], 'ana.pdf', { type: 'application/pdf' });
    expect((await page.send(app, path, { name: 'Ana', cv })).status).toBe(200);
    expect((await editor.shown(flowId, 'form')).triggerData).toMatchObject({
      fields: { cv: { $file: { name: 'ana.pdf', mimeType: 'application/pdf' } } },
    });
  });

  test('can be sent by a program, and is over after its time', async () => {
    const flowId = await editor.draft(form());
    const path = await editor.path(flowId, 'form');
    const invalid = await sendJson(app, path, {});
    expect([invalid.status, invalid.body.error?.code]).toEqual([422, 'FORM_INVALID']);
    await editor.expire(flowId);
    const late = await sendJson(app, path, { name: 'Ana' });
    expect([late.status, late.body.error?.code]).toEqual([410, 'GONE']);
    const next = await editor.path(flowId, 'form');
    expect((await sendJson(app, next, { name: 'Ana' })).body.data).toEqual({
      thankYou: 'Thanks a lot',
      redirectUrl: null,
    });
  });

  test('shows the fields that the node has when listening goes on', async () => {
    const flowId = await editor.draft(form());
    const path = await editor.path(flowId, 'form');
    await editor.save(flowId, form('Apply today'));
    expect((await pageOf(app, path)).text('h1')).toBe('Apply');
    expect(await editor.path(flowId, 'form')).toBe(path);
    expect((await pageOf(app, path)).text('h1')).toBe('Apply today');
  });
});
