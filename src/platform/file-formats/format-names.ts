/** The formats that files are read in, and how one is known without being named. A test compares them with their code. */
export const readFormats = ['csv', 'json', 'ndjson', 'xml', 'html', 'feed', 'ics', 'pdf', 'xlsx', 'zip'] as const;
export type FormatName = (typeof readFormats)[number];

/** Those that files are written in, with their media type and the end of their names. */
export const writtenFormats = {
  csv: { mimeType: 'text/csv', extension: 'csv' },
  json: { mimeType: 'application/json', extension: 'json' },
  ndjson: { mimeType: 'application/x-ndjson', extension: 'ndjson' },
  xml: { mimeType: 'application/xml', extension: 'xml' },
  xlsx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  zip: { mimeType: 'application/zip', extension: 'zip' },
} as const satisfies Partial<Record<FormatName, { mimeType: string; extension: string }>>;
export type WrittenFormat = keyof typeof writtenFormats;

const byExtension: Readonly<Record<string, FormatName>> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xml: 'xml',
  html: 'html',
  htm: 'html',
  rss: 'feed',
  atom: 'feed',
  ics: 'ics',
  pdf: 'pdf',
  xlsx: 'xlsx',
  zip: 'zip',
};

const byType: Readonly<Record<string, FormatName>> = {
  'text/csv': 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/html': 'html',
  'application/rss+xml': 'feed',
  'application/atom+xml': 'feed',
  'text/calendar': 'ics',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/zip': 'zip',
};

/** The format of a file by the end of its name, else by its media type; null if neither says it. */
export function formatOf({ name, mimeType }: { name: string; mimeType: string }): FormatName | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return byExtension[extension] ?? byType[mimeType] ?? null;
}
