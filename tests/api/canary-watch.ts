import pg from 'pg';

export type CanaryKind =
  | 'password'
  | 'accessToken'
  | 'refreshToken'
  | 'apiKey'
  | 'webhookToken'
  | 'inviteToken'
  | 'vaultKey'
  | 'dataKey'
  | 'jwtSecret'
  | 'secret';

export interface WatchedAnswer {
  status: number;
  headers: Headers;
  text: string;
}

interface Received {
  /** `log`, `answer to POST /…`, `event`, `table public.users` */
  where: string;
  text: string;
  /** The text in lower case, as the forms that are looked for are. */
  folded: string;
  /** What this place is there to show. */
  shows: readonly CanaryKind[];
}

/** Remembers what was planted and everything that came out of the server, and finds the one in the other. */
export interface CanaryWatch {
  plant(kind: CanaryKind, ...plain: (string | Buffer)[]): void;
  receive(where: string, text: string, shows?: readonly CanaryKind[]): void;
  /** Calls over HTTP; the whole answer is heard. @param call `POST /auth/login` */
  call(call: string, options?: CallOptions): Promise<WatchedAnswer>;
  /** Every place where a canary stands that is not there to show it. */
  leaks(): string[];
  /** How often each kind was seen where it may stand: one that never sang proves nothing. */
  sightings(): Map<CanaryKind, number>;
  places(): string[];
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  as?: string | undefined;
  shows?: readonly CanaryKind[];
}

export function createCanaryWatch(baseUrl: () => string): CanaryWatch {
  const planted: { kind: CanaryKind; forms: string[] }[] = [];
  const received: Received[] = [];
  const standsIn = ({ forms }: { forms: string[] }, { folded }: Received) =>
    forms.some((form) => folded.includes(form));
  const receive: CanaryWatch['receive'] = (where, text, shows = []) =>
    void received.push({ where, text, folded: text.toLowerCase(), shows });

  return {
    plant(kind, ...plain) {
      for (const one of plain) planted.push({ kind, forms: formsOf(one) });
    },
    receive,
    async call(call, { body, headers, as, shows = [] } = {}) {
      const [method, path] = call.split(' ') as [string, string];
      const response = await fetch(baseUrl() + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(as && { authorization: `Bearer ${as}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      // Links to other pages repeat what the request itself asked for.
      const shown = [...response.headers].filter(([name]) => name !== 'link');
      const head = shown.map(([name, value]) => `${name}: ${value}`).join('\n');
      receive(`answer ${response.status} to ${call}`, `${head}\n\n${text}`, shows);
      return { status: response.status, headers: response.headers, text };
    },
    leaks: () =>
      received.flatMap((one) =>
        planted
          .filter((canary) => !one.shows.includes(canary.kind) && standsIn(canary, one))
          .map((canary) => `${canary.kind} in ${one.where}: … ${around(canary.forms, one)} …`),
      ),
    sightings() {
      const seen = new Map<CanaryKind, number>();
      for (const one of received) {
        for (const canary of planted) {
          if (!one.shows.includes(canary.kind) || !standsIn(canary, one)) continue;
          seen.set(canary.kind, (seen.get(canary.kind) ?? 0) + 1);
        }
      }
      return seen;
    },
    places: () => received.map(({ where }) => where),
  };
}

/** What stands beside the first form that is found. */
function around(forms: string[], { text, folded }: Received): string {
  const at = Math.min(...forms.map((form) => folded.indexOf(form)).filter((index) => index >= 0));
  return text.slice(Math.max(0, at - 120), at + 40).replace(/\s+/g, ' ');
}

/** A canary may come out as it is, in any case, reversed, as JSON or an address writes it, or encoded as bytes are. */
function formsOf(plain: string | Buffer): string[] {
  const bytes = Buffer.from(plain as string);
  const encoded = (['base64', 'base64url', 'hex'] as const).map((encoding) => bytes.toString(encoding));
  const text =
    typeof plain === 'string'
      ? [plain, encodeURIComponent(plain), JSON.stringify(plain).slice(1, -1), [...plain].reverse().join('')]
      : [];
  // The ends of base64 depend on what stands beside; its middle only on the place of its first byte among three.
  const shifted = [1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const forms = [...text, ...encoded.map((form) => form.replace(/=+$/, '')), ...shifted];
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}

/** Every row of every table, the queue's included, with all columns as text. */
export async function watchTables(watch: CanaryWatch, pool: pg.Pool): Promise<void> {
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { schema, name } of tables) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${table} t`);
    watch.receive(`table ${schema}.${name} (${rows.length} rows)`, rows.map(({ text }) => text).join('\n'));
  }
}
