import { type CheerioAPI, load } from 'cheerio/slim';
import type { RestAnswer, TestApp } from '../../../support/app.js';

type Value = string | string[] | File;

/** A page of a form as a browser without scripts has it. */
export class Page {
  readonly #page: CheerioAPI;

  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly html: string,
  ) {
    this.#page = load(html);
  }

  text(selector: string): string {
    return this.#page(selector).first().text().trim();
  }

  attribute(selector: string, name: string): string | undefined {
    return this.#page(selector).first().attr(name);
  }

  /** The attributes of the control with a label. */
  labelled(label: string): Record<string, string> {
    const found = this.#page('label').filter((_, one) => this.#page(one).text().startsWith(label));
    return this.#page(`#${found.attr('for')}`).attr() ?? {};
  }

  /** What the form holds, by name; several values of one name as a list. */
  values(): Record<string, string | string[]> {
    const lists = new Map<string, string[]>();
    const add = (name: string | undefined, value: string) =>
      name !== undefined && lists.set(name, [...(lists.get(name) ?? []), value]);
    const page = this.#page;
    for (const element of page('form input, form textarea, form select').toArray()) {
      const one = page(element);
      const type = one.attr('type');
      if (type === 'file') continue;
      if (element.tagName === 'textarea') add(one.attr('name'), one.text().replace(/^\n/, ''));
      else if (element.tagName === 'select') {
        const chosen = one.find('option[selected]');
        add(one.attr('name'), chosen.length > 0 ? (chosen.attr('value') ?? chosen.text()) : '');
      } else if (type !== 'radio' && type !== 'checkbox') add(one.attr('name'), one.attr('value') ?? '');
      else if (one.attr('checked') !== undefined) add(one.attr('name'), one.attr('value') ?? 'on');
    }
    return Object.fromEntries([...lists].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? '') : list]));
  }

  /** Sends the form with what a visitor enters, as its encoding says. */
  async send(app: TestApp, path: string, entered: Record<string, Value>): Promise<Page> {
    const all = Object.entries({ ...this.values(), ...entered }).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one] as [string, string | File]),
    );
    const isMultipart = all.some(([, value]) => value instanceof File);
    let body: FormData | URLSearchParams;
    if (isMultipart) {
      body = new FormData();
      for (const [name, value] of all) body.append(name, value);
    } else body = new URLSearchParams(all as [string, string][]);
    const headers = { accept: 'text/html' };
    return read(await fetch(`${app.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' }));
  }
}

/** Opens a page. */
export async function pageOf(app: TestApp, path: string, { language }: { language?: string } = {}): Promise<Page> {
  const headers = { accept: 'text/html', ...(language && { 'accept-language': language }) };
  return read(await fetch(`${app.url}${path}`, { headers }));
}

async function read(response: Response): Promise<Page> {
  return new Page(response.status, response.headers, await response.text());
}

/** Sends a form as a program does. */
export function sendJson(
  app: TestApp,
  path: string,
  body: unknown,
  { key }: { key?: string } = {},
): Promise<RestAnswer> {
  return app.rest(`POST ${path}`, { body: body as object, ...(key && { headers: { 'idempotency-key': key } }) });
}
