import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';
import { pageOf, sendJson } from './form-pages.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
});

beforeEach(async () => {
  owner = await app.seed.owner();
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
});

const contact = {
  title: 'Contact us',
  description: 'We answer within a day.',
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true, maxLength: 20 },
    { name: 'email', label: 'Email', type: 'email', required: true, help: 'Your own' },
    { name: 'phone', label: 'Phone', type: 'phone' },
    { name: 'guests', label: 'Guests', type: 'number' },
    { name: 'day', label: 'Day', type: 'date' },
    { name: 'size', label: 'Size', type: 'select', options: ['S', 'M'] },
    { name: 'color', label: 'Color', type: 'radio', options: ['Red', 'Blue'] },
    { name: 'interests', label: 'Interests', type: 'checkbox', options: ['Courses', 'Events'] },
    { name: 'agreed', label: 'I agree', type: 'checkbox' },
    { name: 'note', label: 'Note', type: 'textarea' },
  ],
};

/** A flow that the form starts, and the path of the form. */
async function formFlow(data: Record<string, unknown> = contact): Promise<{ flowId: string; path: string }> {
  const content = graph([node('form', 'trigger.form', data)]);
  const { id } = await app.seed.flow(owner, content);
  return { flowId: id, path: await pathOf(id) };
}

async function pathOf(flowId: string, { workspaceId, token } = owner, of = app): Promise<string> {
  const { body } = await of.rest(`GET /workspaces/${workspaceId}/flows/${flowId}`, { as: token });
  const [trigger] = (body.data as { triggers: { formUrl: string | null }[] }).triggers;
  return trigger?.formUrl ? new URL(trigger.formUrl).pathname : '';
}

const open = (path: string, more?: { language?: string }) => pageOf(app, path, more);

/** The trigger data of the executions of a flow, the oldest first. */
async function started(flowId: string): Promise<{ fields: Record<string, unknown>; submittedAt: string }[]> {
  const { rows } = await app.services.db.pool.query<{ id: string; trigger: string; data: never }>(
    'select id, trigger, trigger_data as data from executions where flow_id = $1 order by id',
    [flowId],
  );
  for (const { id } of rows) await reached(app, owner, id);
  expect(rows.every(({ trigger }) => trigger === 'form')).toBe(true);
  return rows.map(({ data }) => data);
}

const filled = { name: 'Ana', email: 'ana@example.com' };

describe('the page of a form', () => {
  test('shows its title, its fields with their labels, and whose it is, without scripts', async () => {
    const { path } = await formFlow();
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(page.text('h1')).toBe('Contact us');
    expect(page.text('.owner')).toBe('Acme');
    for (const { label } of contact.fields) expect(page.html).toContain(label);
    expect(page.labelled('Name')).toMatchObject({ name: 'name', required: '', maxlength: '20' });
    expect(page.labelled('Email')).toMatchObject({ type: 'email', 'aria-describedby': 'field-email-help' });
    expect(page.html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  });

  test('holds what its address and its fields say at first', async () => {
    const fields = [{ ...contact.fields[0], value: 'Nobody' }, contact.fields[1], contact.fields[5]];
    const { path } = await formFlow({ ...contact, fields });
    const page = await open(`${path}?email=eva@example.com&size=M&_page=7`);
    expect(page.values()).toMatchObject({ name: 'Nobody', email: 'eva@example.com', size: 'M', _page: '0' });
  });

  test('escapes what the flow and the visitor write', async () => {
    const { path } = await formFlow({ ...contact, title: '<b>"A" & B</b>', description: '</p><script>1</script>' });
    const page = await open(`${path}?name=${encodeURIComponent('"><script>2</script>')}`);
    expect(page.html).not.toMatch(/<script|<b>/);
    expect(page.values().name).toBe('"><script>2</script>');
    expect(page.text('h1')).toBe('<b>"A" & B</b>');
  });

  test('is in the language of the form, or else of the browser', async () => {
    const { path } = await formFlow();
    const english = await open(path, { language: 'de,en' });
    expect([english.attribute('html', 'lang'), english.text('button.primary')]).toEqual(['en', 'Send']);
    const spanish = await open(path, { language: 'es-ES,es;q=0.9' });
    expect([spanish.attribute('html', 'lang'), spanish.text('button.primary')]).toEqual(['es', 'Enviar']);
    const own = await formFlow({ ...contact, language: 'es' });
    expect((await open(own.path, { language: 'en' })).text('button.primary')).toBe('Enviar');
  });

  test('can be embedded only where the form allows it', async () => {
    const { path } = await formFlow({ ...contact, embedOrigins: ['https://www.example.com'], accent: '#ffee00' });
    const page = await open(path);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors https://www.example.com');
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(policy).toMatch(/script-src 'sha256-[^']+';/);
    expect(page.html).toContain('--accent:#ffee00;--on-accent:#000000');
    const script = await fetch(`${app.url}/forms/embed.js`);
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await script.text()).toContain('iframe');
  });

  test('is 404 for an unknown token, a paused flow and a disabled trigger alike', async () => {
    const { flowId, path } = await formFlow();
    const at = `/workspaces/${owner.workspaceId}/flows/${flowId}`;
    const unknown = await open(`/forms/${'0'.repeat(64)}`);
    await app.rest(`PATCH ${at}`, { as: owner.token, body: { isActive: false } });
    const paused = await open(path);
    expect([unknown.status, paused.status]).toEqual([404, 404]);
    expect(paused.html).toBe(unknown.html);
    expect(paused.html).not.toMatch(/Contact us|Acme/);
    expect((await paused.send(app, path, filled)).status).toBe(404);
    const asJson = await sendJson(app, path, filled);
    expect([asJson.status, asJson.body.error?.code]).toEqual([404, 'NOT_FOUND']);
    expect(await started(flowId)).toEqual([]);
  });

  test('has an address that only those see who can start the flow, and that can be replaced', async () => {
    const { flowId, path } = await formFlow();
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    expect(await pathOf(flowId, { ...owner, token: reader })).toBe('');
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flowId}/regenerate-token?nodeId=form`, {
      as: owner.token,
    });
    const now = await pathOf(flowId);
    expect(now).toMatch(/^\/forms\/[0-9a-f]{64}$/);
    expect(now).not.toBe(path);
    expect((await open(path)).status).toBe(404);
    expect((await open(now)).status).toBe(200);
    const token = now.slice('/forms/'.length);
    expect((await app.rest(`POST /flows/run?token=${token}`, { body: {} })).status).toBe(401);
  });
});

describe('a form that is sent', () => {
  test('starts the flow once with its values by their kinds', async () => {
    const { flowId, path } = await formFlow();
    const page = await open(path);
    const answer = await page.send(app, path, {
      ...filled,
      phone: '+34 600 123 456',
      guests: '2,5',
      day: '2026-01-31',
      size: 'M',
      color: 'Blue',
      interests: ['Events', 'Courses'],
      agreed: 'on',
      note: 'One\r\ntwo',
    });
    expect([answer.status, answer.text('[role=status]')]).toEqual([200, 'Thank you. Your answers were sent.']);
    expect(await started(flowId)).toEqual([
      {
        fields: {
          ...filled,
          phone: '+34 600 123 456',
          guests: 2.5,
          day: '2026-01-31',
          size: 'M',
          color: 'Blue',
          interests: ['Courses', 'Events'],
          agreed: true,
          note: 'One\ntwo',
        },
        submittedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  test('has null, false and no choices for what was left empty', async () => {
    const { flowId, path } = await formFlow();
    await (await open(path)).send(app, path, filled);
    expect((await started(flowId))[0]?.fields).toEqual({
      ...filled,
      ...{ phone: null, guests: null, day: null, size: null, color: null, interests: [], agreed: false, note: null },
    });
  });

  test('thanks with its own text, or leads elsewhere', async () => {
    const thanking = await formFlow({ ...contact, thankYou: 'See you!' });
    const thanked = await (await open(thanking.path)).send(app, thanking.path, filled);
    expect(thanked.text('[role=status]')).toBe('See you!');
    const leading = await formFlow({ ...contact, redirectUrl: 'https://www.example.com/done' });
    const page = await open(leading.path);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://www.example.com");
    const led = await page.send(app, leading.path, filled);
    expect([led.status, led.headers.get('location')]).toEqual([303, 'https://www.example.com/done']);
  });

  test('is shown again with each error at its field, and with what was typed', async () => {
    const { flowId, path } = await formFlow();
    const wrong = { name: 'A'.repeat(21), email: 'ana', phone: 'x', guests: 'two', day: '2026-02-30', size: 'XL' };
    const page = await (await open(path)).send(app, path, {
      ...wrong,
      color: 'Red',
      interests: 'Courses',
      note: 'Kept',
    });
    expect(page.status).toBe(422);
    for (const name of Object.keys(wrong)) {
      expect([name, page.attribute(`#field-${name}`, 'aria-invalid')]).toEqual([name, 'true']);
      expect(page.attribute(`#field-${name}`, 'aria-describedby')).toContain(`field-${name}-error`);
    }
    expect(page.text('#field-name-error')).toBe('Enter at most 20 characters.');
    expect(page.text('.errors')).toContain('Please check these fields:');
    expect(page.text('title')).toBe('Error: Contact us');
    const { size, ...kept } = wrong;
    expect(page.values()).toMatchObject({ ...kept, color: 'Red', interests: 'Courses', note: 'Kept' });
    expect(await started(flowId)).toEqual([]);
  });

  test('twice from one page starts the flow once, and from a changed or another page again', async () => {
    const { flowId, path } = await formFlow();
    const page = await open(path);
    const both = await Promise.all([page.send(app, path, filled), page.send(app, path, filled)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await started(flowId)).toHaveLength(1);
    await page.send(app, path, { ...filled, name: 'Eva' });
    await (await open(path)).send(app, path, filled);
    expect(await started(flowId)).toHaveLength(3);
  });

  test('by a program that fills what nobody sees starts nothing', async () => {
    const { flowId, path } = await formFlow();
    const answer = await (await open(path)).send(app, path, { ...filled, _website: 'http://spam.example' });
    expect([answer.status, answer.text('[role=status]')]).toEqual([200, 'Thank you. Your answers were sent.']);
    expect(await started(flowId)).toEqual([]);
  });

  test('too often from one address is refused', async () => {
    const limited = await startTestApp({ limits: { credentialsPerMinute: 3 } });
    const other = await limited.seed.owner();
    const { id } = await limited.seed.flow(other, graph([node('form', 'trigger.form', contact)]));
    const path = await pathOf(id, other, limited);
    const page = await pageOf(limited, path);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await page.send(limited, path, { name: '' })).status);
    await limited.stop();
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429]);
  });
});

describe('a form as JSON', () => {
  test('is described and sent without a page', async () => {
    const { flowId, path } = await formFlow({ ...contact, fields: contact.fields.slice(0, 2), thankYou: 'See you!' });
    const { body } = await app.rest(`GET ${path}`);
    expect(body.data).toEqual({
      title: 'Contact us',
      description: 'We answer within a day.',
      fields: [
        { name: 'name', label: 'Name', type: 'text', required: true, help: null, options: null, page: 1 },
        { name: 'email', label: 'Email', type: 'email', required: true, help: 'Your own', options: null, page: 1 },
      ],
    });
    const sent = await sendJson(app, path, filled);
    expect([sent.status, sent.body.data]).toEqual([200, { thankYou: 'See you!', redirectUrl: null }]);
    expect((await started(flowId))[0]?.fields).toEqual(filled);
  });

  test('has its errors as details of a 422', async () => {
    const { flowId, path } = await formFlow();
    const { status, body } = await sendJson(app, path, { name: 5, email: ['a', 'b'], guests: 3, agreed: true });
    expect([status, body.error]).toMatchObject([
      422,
      { code: 'FORM_INVALID', details: [{ field: 'email', message: 'Enter one text.' }] },
    ]);
    expect((await sendJson(app, path, [1])).status).toBe(400);
    expect(await started(flowId)).toEqual([]);
  });

  test('with an Idempotency-Key starts the flow once', async () => {
    const { flowId, path } = await formFlow();
    for (let n = 0; n < 2; n++) expect((await sendJson(app, path, filled, { key: 'k1' })).status).toBe(200);
    expect((await sendJson(app, path, { ...filled, name: 'Eva' }, { key: 'k1' })).status).toBe(409);
    expect(await started(flowId)).toHaveLength(1);
  });
});

describe('a form with several pages', () => {
  const steps = {
    title: 'Apply',
    fields: [
      { name: 'name', label: 'Name', type: 'text', required: true },
      { name: 'interests', label: 'Interests', type: 'checkbox', options: ['A', 'B'], page: 2 },
      { name: 'email', label: 'Email', type: 'email', required: true, page: 3 },
    ],
  };

  test('goes on and back without losing what was typed, and is sent from the last one', async () => {
    const { flowId, path } = await formFlow(steps);
    const first = await open(path);
    expect([first.text('.progress'), first.text('button.primary')]).toEqual(['Page 1 of 3', 'Next']);
    const stayed = await first.send(app, path, { name: '' });
    expect([stayed.status, stayed.text('.progress')]).toEqual([422, 'Page 1 of 3']);
    const second = await first.send(app, path, { name: 'Ana' });
    expect([second.status, second.text('.progress')]).toEqual([200, 'Page 2 of 3']);
    const third = await second.send(app, path, { interests: ['A', 'B'] });
    expect(third.values()).toMatchObject({ name: 'Ana', interests: ['A', 'B'] });
    const back = await third.send(app, path, { email: 'half', _back: '1' });
    expect(back.text('.progress')).toBe('Page 2 of 3');
    expect(back.values()).toMatchObject({ name: 'Ana', interests: ['A', 'B'], email: 'half' });
    const again = await back.send(app, path, { interests: 'B' });
    await again.send(app, path, { email: 'ana@example.com' });
    expect(await started(flowId)).toMatchObject([
      { fields: { name: 'Ana', interests: ['B'], email: 'ana@example.com' } },
    ]);
  });

  test('shows the first page with an error, whatever a program sends', async () => {
    const { flowId, path } = await formFlow(steps);
    const page = await open(path);
    const skipped = await page.send(app, path, { name: '', email: 'ana@example.com', _page: '2' });
    expect([skipped.status, skipped.text('.progress')]).toEqual([422, 'Page 1 of 3']);
    expect(await started(flowId)).toEqual([]);
  });
});

describe('a form with a file', () => {
  const upload = {
    title: 'Send your CV',
    fields: [
      { name: 'name', label: 'Name', type: 'text', required: true },
      { name: 'cv', label: 'CV', type: 'file', required: true },
    ],
  };
  const cv = () => new File(['My life'], 'cv.txt', { type: 'text/plain' });

  const filesOf = async () =>
    (
      await app.services.db.pool.query(
        'select name, execution_id as "executionId" from files where workspace_id = $1',
        [owner.workspaceId],
      )
    ).rows as { name: string; executionId: string }[];

  test('stores it as a file of the execution, which the flow reads', async () => {
    const { flowId, path } = await formFlow(upload);
    const page = await open(path);
    expect(page.attribute('form', 'enctype')).toBe('multipart/form-data');
    expect((await page.send(app, path, { name: 'Ana', cv: cv() })).status).toBe(200);
    const [data] = await started(flowId);
    expect(data?.fields).toMatchObject({
      name: 'Ana',
      cv: { $file: { name: 'cv.txt', mimeType: 'text/plain', size: 7 } },
    });
    expect(await filesOf()).toEqual([{ name: 'cv.txt', executionId: expect.any(String) }]);
  });

  test('asks for it again when another field is wrong, and keeps nothing', async () => {
    const { flowId, path } = await formFlow(upload);
    const answer = await (await open(path)).send(app, path, { name: '', cv: cv() });
    expect([answer.status, answer.text('#field-cv-error')]).toEqual([422, 'Choose the file again.']);
    expect([await started(flowId), await filesOf()]).toEqual([[], []]);
  });

  test('requires it, and takes none by its name or for another field', async () => {
    const { flowId, path } = await formFlow(upload);
    const page = await open(path);
    const none = await page.send(app, path, { name: 'Ana', cv: new File([], '') });
    expect([none.status, none.text('#field-cv-error')]).toEqual([422, 'Choose one file.']);
    const forged = {
      $file: { id: '01970000-0000-7000-8000-000000000001', name: 'x', mimeType: 'a/b', size: 1, sha256: '' },
    };
    expect((await sendJson(app, path, { name: 'Ana', cv: forged })).status).toBe(422);
    expect((await page.send(app, path, { name: 'Ana', cv: cv(), other: cv() })).status).toBe(400);
    expect([await started(flowId), await filesOf()]).toEqual([[], []]);
  });

  test('twice starts the flow once and keeps one file', async () => {
    const { flowId, path } = await formFlow(upload);
    const page = await open(path);
    for (let n = 0; n < 2; n++) await page.send(app, path, { name: 'Ana', cv: cv() });
    expect(await started(flowId)).toHaveLength(1);
    expect(await filesOf()).toHaveLength(1);
  });
});

describe('the definition of a form', () => {
  const refused = async (data: Record<string, unknown>) => {
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/validate`, {
      as: owner.token,
      body: graph([node('form', 'trigger.form', data)]),
    });
    return JSON.stringify(body.data);
  };
  const field = (more: object) => ({ title: 'Form', fields: [{ name: 'a', label: 'A', type: 'text', ...more }] });

  test.each([
    ['a name that expressions could not read', field({ name: 'a-b' }), 'must be a letter'],
    ['choices without options', field({ type: 'select' }), 'options is required for the type select'],
    ['options of a text', field({ options: ['x'] }), 'options is not allowed for the type text'],
    [
      'a file before the last page',
      {
        title: 'F',
        fields: [
          { name: 'f', label: 'F', type: 'file' },
          { name: 'b', label: 'B', type: 'text', page: 2 },
        ],
      },
      'must be the last page',
    ],
    ['a script as an address', { ...field({}), redirectUrl: 'javascript:alert(1)' }, 'must be an HTTP or HTTPS URL'],
    ['a colour that is none', { ...field({}), accent: 'red;}' }, 'must be a colour'],
    [
      'an origin that is none',
      { ...field({}), embedOrigins: ["https://a.example; script-src 'unsafe-inline'"] },
      'must be an origin',
    ],
  ])('refuses %s', async (_, data, message) => {
    expect(await refused(data)).toContain(message);
  });
});
