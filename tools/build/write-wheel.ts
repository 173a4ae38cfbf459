import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

interface Wheel {
  /** As in `pip install`. */
  name: string;
  /** By PEP 440. */
  version: string;
  summary: string;
  requiresPython: string;
  readme: string;
  licence: string;
  /** By their paths. */
  files: Readonly<Record<string, string>>;
}

/**
 * A package of Python as `pip install` takes it: a ZIP archive with a list of its files. The same content gives the same bytes.
 * Python's own tools are not there when a server is built, and no package of npm writes wheels.
 */
export function writeWheel({ name, version, summary, requiresPython, readme, licence, files }: Wheel): Buffer {
  const base = `${name.replaceAll('-', '_')}-${version}`;
  const info = `${base}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${summary}`,
    'License: MIT',
    `Requires-Python: ${requiresPython}`,
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ];
  const all: [path: string, text: string][] = [
    ...Object.entries(files),
    [`${info}/LICENSE`, licence],
    [`${info}/METADATA`, metadata.join('\n')],
    [
      `${info}/WHEEL`,
      'Wheel-Version: 1.0\nGenerator: workspace-automation\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ],
  ];
  const hashes = all.map(([path, text]) => {
    return `${path},sha256=${createHash('sha256').update(text).digest('base64url')},${Buffer.byteLength(text)}\n`;
  });
  const record = `${info}/RECORD`;
  return zip([...all, [record, `${hashes.join('')}${record},,\n`]]);
}

/** The format of PKWARE's APPNOTE.TXT, §4.3, without dates. */
function zip(files: readonly (readonly [path: string, text: string])[]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, text] of files) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content, { level: 9 });
    const name = Buffer.from(path);
    // Version 2.0, names in UTF-8, deflate, midnight of 1 January 1980, checksum, sizes, length of the name, no extra field.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt16LE(0x0021, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const start = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed]);
    // Made on Unix as a file that all may read, and where it starts.
    const end = Buffer.alloc(14);
    end.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), shared, end, name]));
    bodies.push(start);
    offset += start.length;
  }
  const list = Buffer.concat(directory);
  const tail = Buffer.alloc(18);
  tail.writeUInt16LE(files.length, 4);
  tail.writeUInt16LE(files.length, 6);
  tail.writeUInt32LE(list.length, 8);
  tail.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, list, Buffer.from('PK\x05\x06'), tail]);
}
