/** A position of a list or a subscription as examples show it. */
export const shownCursor = 'A9jhztYHvOeM2AaWCAA';

/** What values become that differ from one run to the next, by the name of their field. */
const shown: Readonly<Record<string, unknown>> = {
  accessToken: 'eyJhbGciOi…',
  key: 'wak_3f9c…',
  prefix: 'wak_3f9c',
  inviteToken: 'q3w7…',
  webhookToken: 'w2f4…',
  secret: 'JBSWY3DPEHPK3PXP',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  'webhook-timestamp': '1903944600',
  uri: 'otpauth://totp/Workspace%20Automation:owner%40example.com?secret=JBSWY3DPEHPK3PXP',
  recoveryCodes: ['8f3k-2m9q', '4t7w-1x5z'],
  hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  previousHash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  requestId: '7b6f2c0e-5d0c-4b8e-9d53-0f3f6a1c2e4d',
  userAgent: 'Mozilla/5.0',
  ip: '203.0.113.7',
  hosts: ['api.shop.example.com'],
  cursor: shownCursor,
  nextCursor: shownCursor,
};
const yearMs = 366 * 86_400_000;
const itemsAtMost = 2;

/**
 * An answer as the document shows it: the same for every run, with short lists.
 * @param texts what texts of examples stand for
 */
export function normalized(body: unknown, texts: ReadonlyMap<string, string>, now = Date.now()): unknown {
  const text = [...texts].reduce((all, [example, real]) => all.replaceAll(real, example), JSON.stringify(body));
  const ids = new Map<string, string>();
  return JSON.parse(shortened(text), (key, value) => {
    if (typeof value === 'string' && value.startsWith('whsec_')) return 'whsec_C2FV…';
    if (value !== null && key in shown && typeof value === typeof shown[key]) return shown[key];
    if (key === 'text' && typeof value === 'string') value = firstLines(value);
    if (typeof value === 'number' && /Ms$/.test(key)) return 12;
    if (Array.isArray(value)) return value.slice(0, itemsAtMost);
    if (typeof value !== 'string') return value;
    return value
      .replace(/\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00))?/g, (time) => timeOf(time, now))
      .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'Wed, 01 May 2030 09:30:00 GMT')
      .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => idOf(id, ids))
      .replace(/\b[0-9a-f]{64}\b/g, String(shown.hash))
      .replace(/\b(state|nonce|code_challenge)=[\w-]{43,}/g, '$1=AZr9…')
      .replace(/(oauth\/links\/)[\w-]{40,}/g, '$1AZr9…')
      .replace(/token=[\w.-]+/g, 'token=w2f4…')
      .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, 'https://automation.example.com');
  });
}

/** Of a text of many lines only the first ones. */
function shortened(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? JSON.stringify(firstLines(value)) : json;
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, itemsAtMost).join('\n');
}

function timeOf(time: string, now: number): string {
  if (Math.abs(Date.parse(time) - now) > yearMs) return time;
  return time.length > 10 ? '2030-05-01T09:30:00.000Z' : '2030-05-01';
}

function idOf(id: string, ids: Map<string, string>): string {
  if (id.startsWith('01980000-0000-7000-8000-')) return id;
  const known = ids.get(id) ?? `01980000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
  ids.set(id, known);
  return known;
}

/**
 * Where two values differ in their names or types, which is what clients rely on. Null and an empty list fit anything.
 */
export function differences(seen: unknown, shown: unknown, at = ''): string[] {
  if ([seen, shown].some((value) => value === null || (Array.isArray(value) && value.length === 0))) return [];
  if (typeof seen !== 'object' || typeof shown !== 'object') {
    return typeof seen === typeof shown ? [] : [`${at} is ${typeof seen}, and shown as ${typeof shown}`];
  }
  if (Array.isArray(seen) && Array.isArray(shown)) return differences(seen[0], shown[0], `${at}[0]`);
  const [one, other] = [seen, shown] as Record<string, unknown>[];
  return [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].flatMap((name) => {
    if (!one || !(name in one)) return [`${at}.${name} is missing`];
    if (!other || !(name in other)) return [`${at}.${name} is not shown`];
    return differences(one[name], other[name], `${at}.${name}`);
  });
}
