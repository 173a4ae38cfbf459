import { z } from 'zod';

/*
 * A file is one Zstandard stream of frames: a letter, the length of what follows as four bytes (big-endian), and that
 * many bytes.
 *
 *   H  the header (JSON): what the database was
 *   T  a table begins (JSON): its name and columns
 *   D  rows of that table, as COPY writes them in text format; frames end anywhere
 *   E  the table ends (JSON): the number of its rows and their hash
 *   Z  the end (JSON): the sequences, and the SHA-256 of all bytes before this frame
 */
export const frameTypes = { header: 'H', table: 'T', rows: 'D', tableEnd: 'E', end: 'Z' } as const;

export type FrameType = (typeof frameTypes)[keyof typeof frameTypes];

export interface Frame {
  type: FrameType;
  payload: Buffer;
}

/** Bytes of the head of a frame, and at most of what follows it. */
export const headBytes = 5;
export const mostFrameBytes = 1024 * 1024;

/** What a file is: each kind has a header of its own, and a version that is raised by what a former reader cannot understand. */
export interface ArchiveKind<H extends object> {
  format: string;
  version: number;
  /** For messages: `The backup …`. */
  called: string;
  header: z.ZodType<H>;
}

/** A name of this project: nothing else becomes part of a statement. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const Format = z.object({ format: z.string(), version: z.int() });

const Header = Format.extend({
  createdAt: z.iso.datetime(),
  /** The release that wrote it, and the version of its Postgres. */
  release: z.string(),
  postgres: z.string(),
  /** The names of the migrations that the database had. */
  migrations: z.array(z.string()),
  /** The IDs of the instance's keys that its secrets need. */
  keys: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

/** A copy of a whole database. */
export const backupArchive: ArchiveKind<Header> = {
  format: 'workspace-automation-backup',
  version: 1,
  called: 'backup',
  header: Header,
};

export const TableStart = z.object({ name: Name, columns: z.array(Name).min(1) });
export type TableStart = z.infer<typeof TableStart>;

export const TableEnd = z.object({ rows: z.int().min(0), sha256: z.string() });

const Sequence = z.object({ name: Name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() });
export type Sequence = z.infer<typeof Sequence>;

export const End = z.object({ sequences: z.array(Sequence), sha256: z.string() });

/** Reads the payload of a header. @throws Error for another format, or a newer version of it */
export function parseHeader<H extends object>(kind: ArchiveKind<H>, payload: Buffer): H {
  const { format, version, called } = kind;
  const known = Format.safeParse(parseJson(payload));
  if (!known.success || known.data.format !== format) throw new Damaged(`it has no header of a ${called}`);
  if (known.data.version > version) {
    throw new Error(
      `The ${called} has version ${known.data.version} of the format, but this release reads up to version ${version}. Use a newer release.`,
    );
  }
  return parsePayload(kind.header, payload);
}

/** @throws Damaged */
export function parsePayload<T>(shape: z.ZodType<T>, payload: Buffer): T {
  const parsed = shape.safeParse(parseJson(payload));
  if (parsed.success) return parsed.data;
  throw new Damaged('a part of it cannot be read');
}

/** A file that is damaged, incomplete or something else. The message continues a sentence. */
export class Damaged extends Error {}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}
