import { type FileFacts, type FileValue, fileValue } from '../../engine/file-value.js';
import type { FormatName } from '../../platform/file-formats/index.js';

/** The content of every file in samples. */
const content = 'hello world';

/** The file that samples have. It is in no store: the files of a simulation know it. */
const facts: FileFacts = {
  id: '01970000-0000-7000-8000-0000000000f1',
  name: 'sample.txt',
  mimeType: 'text/plain',
  size: content.length,
  sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
};

/** The file of samples under another name. */
export function sampleFile(name: string, mimeType: string): FileValue {
  return fileValue({ ...facts, name, mimeType });
}

/** The file of samples with its bytes; null if another file has the ID. */
export function findSampleFile(fileId: string): (FileFacts & { bytes: Uint8Array }) | null {
  return fileId === facts.id ? { ...facts, bytes: Buffer.from(content) } : null;
}

const people = [{ name: 'Ana', email: 'ana@example.com' }];

/** What the file of samples has in it, by the format in which it is read. */
export const sampleData: Readonly<Record<FormatName, unknown>> = {
  csv: people,
  json: people,
  ndjson: people,
  xml: { people: { person: people } },
  html: { title: 'People', text: 'Ana', links: [{ text: 'Ana', url: 'https://example.com/ana' }], tables: [] },
  feed: {
    title: 'News',
    url: 'https://example.com/news',
    description: null,
    items: [
      {
        id: 'https://example.com/news/1',
        title: 'Open on Sunday',
        url: 'https://example.com/news/1',
        summary: 'The shop opens at ten.',
        content: null,
        author: null,
        categories: [],
        publishedAt: '2026-11-21T09:30:00.000Z',
      },
    ],
  },
  ics: {
    name: 'Visits',
    events: [
      {
        id: 'visit-1@example.com',
        title: 'Visit',
        description: null,
        location: 'Madrid',
        url: null,
        status: 'confirmed',
        start: '2026-11-21T09:30:00.000Z',
        end: '2026-11-21T10:30:00.000Z',
        allDay: false,
        timezone: null,
        recurrence: null,
        organizer: { name: 'Ana', email: 'ana@example.com' },
        attendees: [],
      },
    ],
  },
  pdf: { title: 'People', author: null, text: 'Ana', pages: ['Ana'] },
  xlsx: [{ sheet: 'People', rows: [{ name: 'Ana', age: 41 }] }],
  zip: [{ name: 'hello.txt', size: content.length, content, base64: false }],
};
