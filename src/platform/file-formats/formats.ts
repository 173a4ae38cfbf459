import { csv } from './csv.js';
import { feed } from './feed.js';
import type { FileFormat } from './file-format.js';
import { html } from './html.js';
import { ics } from './ics.js';
import { json, ndjson } from './json.js';
import { pdf } from './pdf.js';
import { xlsx } from './xlsx.js';
import { xml } from './xml.js';
import { zip } from './zip.js';

/** Every format, one file each. */
export const formats = { csv, json, ndjson, xml, html, feed, ics, pdf, xlsx, zip } satisfies Record<string, FileFormat>;
