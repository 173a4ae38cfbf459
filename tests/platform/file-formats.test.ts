import { describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import writeWorkbook from 'write-excel-file/node';
import type { FileFormat } from '../../src/platform/file-formats/file-format.js';
import { formats } from '../../src/platform/file-formats/formats.js';
import {
  createFileConverter,
  type FormatName,
  formatOf,
  readFormats,
  writtenFormats,
} from '../../src/platform/file-formats/index.js';
import { threadArgv } from '../support/thread-argv.js';

const converter = createFileConverter(threadArgv);
const parse = async (format: FormatName, content: string | Uint8Array) =>
  JSON.parse(await converter.parse(format, new Uint8Array(Buffer.from(content as string)), 'one'));
const build = async (format: keyof typeof writtenFormats, data: unknown) =>
  Buffer.from(await converter.build(format, JSON.stringify(data), 'one'));
const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );

describe('the table of formats', () => {
  test('is the same for those who name formats and for the code that reads them', () => {
    expect(Object.keys(formats)).toEqual([...readFormats]);
    const written = Object.entries(formats as Record<string, FileFormat>).filter(([, format]) => format.build);
    expect(written.map(([name, { mimeType }]) => [name, mimeType])).toEqual(
      Object.entries(writtenFormats).map(([name, { mimeType }]) => [name, mimeType]),
    );
    for (const [name, { extensions, mimeType }] of Object.entries(formats)) {
      for (const extension of extensions)
        expect(formatOf({ name: `A.${extension.toUpperCase()}`, mimeType: '' })).toBe(name);
      expect(formatOf({ name: 'a', mimeType })).toBe(name);
    }
    expect(formatOf({ name: 'a.bin', mimeType: 'application/octet-stream' })).toBeNull();
  });
});

describe('csv', () => {
  test('is read by its columns, whatever separates them', async () => {
    const rows = [
      { name: 'Ana', note: 'a, "b"\nc' },
      { name: 'Eva', note: '' },
    ];
    expect(await parse('csv', '\ufeffname,note\r\nAna,"a, ""b""\nc"\r\nEva,\r\n')).toEqual(rows);
    expect(await parse('csv', 'name;note\nAna;x\n')).toEqual([{ name: 'Ana', note: 'x' }]);
    expect(await parse('csv', 'name\tnote\nAna\tx\n')).toEqual([{ name: 'Ana', note: 'x' }]);
    expect(await parse('csv', '')).toEqual([]);
  });

  test('is written with all columns, without formulas of others', async () => {
    const rows = [
      { name: 'Ana', n: -1.5 },
      { name: '=1+1', tags: ['a'], off: null },
    ];
    expect((await build('csv', rows)).toString()).toBe('name,n,tags,off\r\nAna,-1.5,,\r\n\'=1+1,,"[""a""]",\r\n');
    expect(await problem(build('csv', [1]))).toBe('FILE_FORMAT: data must be a list of objects: one for each row.');
  });

  test('loses no value: more cells than columns and repeated columns are refused, a line may end early', async () => {
    expect(await parse('csv', 'a,b\n1\n')).toEqual([{ a: '1' }]);
    expect(await problem(parse('csv', 'a,b\n1,2,3\n'))).toMatch(/^FILE_FORMAT: The file is not valid CSV: .*line 2/);
    expect(await problem(parse('csv', 'a,b,a\n1,2,3\n'))).toBe(
      'FILE_FORMAT: The first line must not repeat the column name "a".',
    );
  });

  test('that is damaged is refused', async () => {
    expect(await problem(parse('csv', 'a,b\n"x'))).toContain('FILE_FORMAT: The file is not valid CSV');
    expect(await problem(parse('csv', new Uint8Array([0x61, 0xff, 0xfe])))).toBe(
      'FILE_FORMAT: The text of the file must be UTF-8.',
    );
  });
});

test('an archive with two entries of one name is neither read nor written: one would be lost', async () => {
  const entries = [1, 2].map((n) => ({ name: 'a.txt', content: `${n}` }));
  const message = 'FILE_FORMAT: data must not have two entries with the name a.txt.';
  expect(await problem(build('zip', entries))).toBe(message);
  // The name of the second entry, in its header and in the directory.
  const archive = Buffer.from(zipSync({ 'a.txt': strToU8('1'), 'b.txt': strToU8('2') }));
  const doubled = Buffer.from(archive.toString('latin1').replaceAll('b.txt', 'a.txt'), 'latin1');
  expect(await problem(parse('zip', doubled))).toBe('FILE_FORMAT: The archive must not have two entries of one name.');
});

test('json and ndjson are read and written', async () => {
  expect(await parse('json', '{"a":[1,null]}')).toEqual({ a: [1, null] });
  expect(await parse('ndjson', '{"a":1}\n\n2\r\n')).toEqual([{ a: 1 }, 2]);
  expect(await problem(parse('ndjson', '1\n{'))).toBe('FILE_FORMAT: Line 2 is not valid JSON.');
  expect(await problem(parse('json', 'a'))).toBe('FILE_FORMAT: The file is not valid JSON.');
  expect((await build('json', { a: 1 })).toString()).toBe('{\n  "a": 1\n}\n');
  expect((await build('ndjson', [{ a: 1 }, 'b'])).toString()).toBe('{"a":1}\n"b"\n');
  expect(await problem(build('ndjson', {}))).toContain('data must be a list');
});

describe('xml', () => {
  test('is read with attributes, and written again', async () => {
    const order = { order: { '@id': '0012', item: [{ name: 'A & B' }, { name: 'C' }] } };
    const text =
      '<?xml version="1.0"?><order id="0012"><item><name>A &amp; B</name></item><item><name>C</name></item></order>';
    expect(await parse('xml', text)).toMatchObject(order);
    expect(await parse('xml', await build('xml', order))).toMatchObject(order);
  });

  test('with entities of its own or without an end is refused', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>';
    expect(await problem(parse('xml', bomb))).toBe('FILE_FORMAT: XML with a document type (DTD) is not accepted.');
    expect(await problem(parse('xml', '<a><b></a>'))).toContain('FILE_FORMAT: The file is not valid XML: line 1');
    expect(await problem(build('xml', { a: 1, b: 2 }))).toContain('the name of the root element');
  });
});

test('html is read as text, links and tables', async () => {
  const page = `<title> A </title><body><script>x()</script><p>One  <a href="/b">two</a></p>
    <table><tr><th>n</th></tr><tr><td>1</td></tr></table></body>`;
  expect(await parse('html', page)).toEqual({
    title: 'A',
    text: 'One two n1',
    links: [{ text: 'two', url: '/b' }],
    tables: [[['n'], ['1']]],
  });
});

describe('feed', () => {
  test('is read alike from RSS and Atom', async () => {
    const rss = `<rss version="2.0"><channel><title>News</title><link>https://e.com</link>
      <item><guid isPermaLink="false">1</guid><title>A &amp; B</title><link>https://e.com/1</link><description><![CDATA[<b>x</b>]]></description>
      <category>a</category><category>b</category><pubDate>Sat, 21 Nov 2026 09:30:00 GMT</pubDate></item></channel></rss>`;
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">News</title><link rel="self" href="https://e.com/f"/><link href="https://e.com"/>
      <entry><id>1</id><title>A &amp; B</title><link href="https://e.com/1"/><summary>&lt;b&gt;x&lt;/b&gt;</summary>
      <category term="a"/><category term="b"/><published>2026-11-21T10:30:00+01:00</published></entry></feed>`;
    const item = {
      id: '1',
      title: 'A & B',
      url: 'https://e.com/1',
      summary: '<b>x</b>',
      content: null,
      author: null,
      categories: ['a', 'b'],
      publishedAt: '2026-11-21T09:30:00.000Z',
    };
    const found = { title: 'News', url: 'https://e.com', description: null, items: [item] };
    expect(await parse('feed', rss)).toEqual(found);
    expect(await parse('feed', atom)).toEqual(found);
    expect(await parse('feed', '<rss><channel/></rss>').catch((error) => error.code)).toBe('FILE_FORMAT');
    expect(await problem(parse('feed', '<a/>'))).toBe('FILE_FORMAT: The file must be a feed: RSS or Atom.');
  });
});

describe('zip', () => {
  test('is read and written as texts and bytes', async () => {
    const entries = [
      { name: 'a.txt', content: 'añ' },
      { name: 'b/c.bin', content: Buffer.from([0xff, 0]).toString('base64'), base64: true },
    ];
    expect(await parse('zip', await build('zip', entries))).toEqual([
      { name: 'a.txt', size: 3, content: 'añ', base64: false },
      { name: 'b/c.bin', size: 2, content: '/wA=', base64: true },
    ]);
    expect(await problem(build('zip', [{ name: 'a' }]))).toContain('must have a name and a content');
  });

  test('that unpacks to too much, has too many entries or is damaged is refused before it is unpacked', async () => {
    const bomb = zipSync({ a: new Uint8Array(70 * 1024 * 1024) });
    expect(await problem(parse('zip', bomb))).toContain('FILE_LIMIT: The archive must have at most 64 MiB unpacked');
    const many = zipSync(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`f${n}`, strToU8('x')])));
    expect(await problem(parse('zip', many))).toBe('FILE_LIMIT: The archive must have at most 1000 entries.');
    expect(await problem(parse('zip', 'no archive'))).toContain('FILE_FORMAT');
  });
});

test('a value of more than 10 MiB is refused', async () => {
  const file = `"${'a'.repeat(11 * 1024 * 1024)}"`;
  expect(await problem(parse('json', file))).toContain(
    'FILE_LIMIT: What the file says must have at most 10,485,760 bytes',
  );
});

test('a long file is read while this thread does other things', async () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => `${n},Person ${n},person${n}@example.com`).join('\n');
  let ticks = 0;
  const clock = setInterval(() => {
    ticks += 1;
  }, 1);
  const found = await converter.parse('csv', Buffer.from(`id,name,email\n${rows}`), 'one');
  clearInterval(clock);
  expect(ticks).toBeGreaterThan(20);
  expect(found.length).toBeGreaterThan(5_000_000);
}, 60_000);

describe('ics', () => {
  const calendar = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Visits', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'];
  const times = async (...lines: string[]) => {
    const { events } = await parse('ics', calendar(...lines));
    return events.map(({ start, end, allDay, timezone }: Record<string, unknown>) => [start, end, allDay, timezone]);
  };

  test('is read as events with what they say', async () => {
    const lines = event(
      'SUMMARY:Visit\\, second',
      'DTSTART:20261121T093000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'STATUS:CONFIRMED',
      'ORGANIZER;CN=Ana:mailto:ana@example.com',
      'ATTENDEE;CN=Eva;PARTSTAT=ACCEPTED:MAILTO:eva@example.com',
    );
    expect(await parse('ics', calendar(...lines))).toEqual({
      name: 'Visits',
      events: [
        {
          id: '1',
          title: 'Visit, second',
          description: null,
          location: null,
          url: null,
          status: 'confirmed',
          start: '2026-11-21T09:30:00.000Z',
          end: '2026-11-21T10:30:00.000Z',
          allDay: false,
          timezone: null,
          recurrence: 'FREQ=WEEKLY;COUNT=3',
          organizer: { name: 'Ana', email: 'ana@example.com' },
          attendees: [{ name: 'Eva', email: 'eva@example.com', status: 'accepted' }],
        },
      ],
    });
  });

  test('has times in UTC, by the zone that the file defines or that the IANA has', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Own', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0500'];
    const ended = ['TZOFFSETTO:+0500', 'END:STANDARD', 'END:VTIMEZONE'];
    const own = event('DTSTART;TZID=Own:20261121T093000', 'DTEND;TZID=Own:20261121T103000');
    expect(await times(...zone, ...ended, ...own)).toEqual([
      ['2026-11-21T04:30:00.000Z', '2026-11-21T05:30:00.000Z', false, 'Own'],
    ]);
    const madrid = event('DTSTART;TZID=Europe/Madrid:20260721T093000', 'DTEND;TZID=Europe/Madrid:20260721T103000');
    expect(await times(...madrid)).toEqual([
      ['2026-07-21T07:30:00.000Z', '2026-07-21T08:30:00.000Z', false, 'Europe/Madrid'],
    ]);
  });

  test('keeps dates, and times without a zone, as they are', async () => {
    expect(await times(...event('DTSTART;VALUE=DATE:20261121', 'DTEND;VALUE=DATE:20261123'))).toEqual([
      ['2026-11-21', '2026-11-23', true, null],
    ]);
    expect(await times(...event('DTSTART:20261121T093000', 'DTEND:20261121T103000'))).toEqual([
      ['2026-11-21T09:30:00', '2026-11-21T10:30:00', false, null],
    ]);
  });

  test('that is no calendar is refused', async () => {
    const refused = 'FILE_FORMAT: The file must be a calendar: it begins with BEGIN:VCALENDAR.';
    expect(await problem(parse('ics', 'BEGIN:VCARD\r\nFN:Ana\r\nEND:VCARD\r\n'))).toBe(refused);
    expect(await problem(parse('ics', 'hello'))).toContain('FILE_FORMAT: The file is not a valid calendar: ');
    expect(await problem(parse('ics', ''))).toContain('FILE_FORMAT: The file ');
  });
});

describe('pdf', () => {
  test('is read as the text of its pages', async () => {
    const found = await parse('pdf', pdfOf(['Hello Ana', 'Second page']));
    expect(found).toEqual({
      title: 'Offer',
      author: null,
      text: 'Hello Ana\n\nSecond page',
      pages: ['Hello Ana', 'Second page'],
    });
  });

  test('that is damaged or has too many pages is refused', async () => {
    expect(await problem(parse('pdf', 'hello'))).toBe('FILE_FORMAT: The file is not a valid PDF.');
    const many = pdfOf(Array.from({ length: 2_001 }, () => 'a'));
    expect(await problem(parse('pdf', many))).toBe('FILE_LIMIT: The file must have at most 2,000 pages.');
  });
});

describe('xlsx', () => {
  const people = [
    { name: 'Ana', age: 41, active: true, tags: ['a'] },
    { name: '=1+1', age: 2.5 },
  ];

  test('is written as one sheet, in which nothing is run as a formula, and read by the names of its first row', async () => {
    expect(await parse('xlsx', await build('xlsx', people))).toEqual([
      {
        sheet: 'Sheet1',
        rows: [
          { name: 'Ana', age: 41, active: true, tags: '["a"]' },
          { name: '=1+1', age: 2.5, active: null, tags: null },
        ],
      },
    ]);
  });

  test('is read with all its sheets, dates as times, and without empty rows', async () => {
    const day = new Date('2026-01-05T00:00:00.000Z');
    const workbook = await writeWorkbook([
      { sheet: 'Days', data: [['day'], [{ value: day, type: Date, format: 'yyyy-mm-dd' }], [null], ['later']] },
      { sheet: 'None', data: [] },
    ]).toBuffer();
    expect(await parse('xlsx', workbook)).toEqual([
      { sheet: 'Days', rows: [{ day: '2026-01-05T00:00:00.000Z' }, { day: 'later' }] },
      { sheet: 'None', rows: [] },
    ]);
  });

  test.each([
    ['a column twice', [['a', 'a']], 'The first row of the sheet "S" must not repeat the column name "a".'],
    ['a value without a name', [['a'], [1, 2]], 'The sheet "S" must have a name in its first row for column 2.'],
  ])('with %s is refused, because a value would be lost', async (_, data, message) => {
    const workbook = await writeWorkbook([{ sheet: 'S', data }]).toBuffer();
    expect(await problem(parse('xlsx', workbook))).toBe(`FILE_FORMAT: ${message}`);
  });

  test.each([
    ['a cell', [{ a: 'constructor' }], 'constructor'],
    ['a column', [{ toString: 1 }], 'toString'],
  ])('is not written with a text in %s that would break it', async (_, rows, text) => {
    const message = `FILE_FORMAT: A cell of a workbook cannot have the text "${text}" alone. Write it in another form.`;
    expect(await problem(build('xlsx', rows))).toBe(message);
  });

  test('that is no workbook, and a text that no cell can hold, are refused', async () => {
    const refused = 'FILE_FORMAT: The file is not a valid workbook of Excel (.xlsx).';
    expect(await problem(parse('xlsx', 'hello'))).toBe(refused);
    expect(await problem(parse('xlsx', await build('zip', [{ name: 'a', content: 'b' }])))).toBe(refused);
    const long = 'FILE_LIMIT: A cell must have at most 32,767 characters.';
    expect(await problem(build('xlsx', [{ a: 'x'.repeat(32_768) }]))).toBe(long);
  });
});

/** A PDF with a text on each page. */
function pdfOf(texts: readonly string[]): string {
  const ids = texts.map((_, index) => 5 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${texts.length} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Title (Offer) >>',
    ...texts.flatMap((text, index) => {
      const content = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
      const page = `/Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /Font << /F1 3 0 R >> >>`;
      return [
        `<< ${page} /Contents ${6 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n${trailer}`;
}
