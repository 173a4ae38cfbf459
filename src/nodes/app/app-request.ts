import type { Pagination } from '../http/pagination-field.js';
import { type RequestData, requestFields } from '../http/request-fields.js';
import type { Connector, ConnectorAction, ConnectorTrigger } from './connector-file.js';
import { fill, fillPath, TemplateError, type Values } from './template.js';

/** The fields of a node of a connector. */
export type AppData = Values & { connection: string; maxPages?: number };

/**
 * The request of an operation, as a node of `http.request` has it.
 * @throws TemplateError for a value that the request cannot have
 */
export function requestOf(
  connector: Connector,
  { request, pages }: Pick<ConnectorAction | ConnectorTrigger, 'request' | 'pages'>,
  data: AppData,
): RequestData {
  const { connection, maxPages } = data;
  const { method, bodyType, body } = request;
  const filled = body === undefined ? undefined : (fill(body, data) ?? {});
  const headers = fill({ ...connector.headers, ...request.headers }, data);
  const rate = rateOf(connector, connection);
  const pagination = pages && { ...pages, missingIsEmpty: true, ...(maxPages !== undefined && { maxPages }) };
  return {
    method,
    url: urlOf(connector.baseUrl, request.path, data),
    auth: { type: 'connection', connection },
    ...(headers !== undefined && { headers: textsOf(headers) }),
    ...(request.query && { query: queryOf(fill(request.query, data) ?? {}) }),
    ...(filled !== undefined && { body: bodyType === 'form' ? nested(filled) : filled, bodyType }),
    ...(pagination && { pagination: pagination as Pagination }),
    ...(rate && { rate }),
  } as RequestData;
}

/** By default requests of one connection share the rate of the service. */
export function rateOf({ service, rate }: Connector, connection: string) {
  return rate ? { ...rate, key: `app.${service}:${connection}`.slice(0, 200) } : null;
}

/** The host of all operations; null where a field names it. */
export function hostOf({ baseUrl }: Connector): string | null {
  return URL.canParse(baseUrl) && !baseUrl.includes('{') ? new URL(baseUrl).host : null;
}

/** A site is a whole URL; any other value in the base is part of the name of a host. */
function urlOf(baseUrl: string, path: string, data: AppData): string {
  const base = baseUrl.replaceAll(/\{([a-z][A-Za-z0-9]*)\}/g, (_, name: string) => {
    const value = String(data[name]);
    if (baseUrl.startsWith(`{${name}}`)) return value.replace(/\/+$/, '');
    if (/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(value)) return value.toLowerCase();
    throw new TemplateError(name, 'must be the first part of the name of a host, for example `acme`.');
  });
  const url = base + fillPath(path, data);
  if (!requestFields.shape.url.safeParse(url).success) throw new TemplateError('url', `must be a URL, not ${url}.`);
  return url;
}

function textsOf(values: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(values as object).map(([name, value]) => [name, String(value)]));
}

function queryOf(values: unknown): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(values as object).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(queryText) : queryText(value),
    ]),
  );
}

const queryText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The fields of a form, whose objects and lists are written as `name[key]` and `name[0]`. */
function nested(values: unknown, prefix = ''): Record<string, unknown> {
  return Object.assign(
    {},
    ...Object.entries(values as object).map(([key, value]) => {
      const name = prefix === '' ? key : `${prefix}[${key}]`;
      return typeof value === 'object' && value !== null ? nested(value, name) : { [name]: value };
    }),
  );
}
