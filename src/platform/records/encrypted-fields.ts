import { must } from '../errors/violation-words.js';
import { businessRule, Length } from '../graphql/text-rules.js';
import type { EncryptedColumn, EncryptionContext, Vault } from '../vault/index.js';
import { columnOf, type FieldOptions, type RecordField } from './field.js';
import type { AnyRecord, RecordScope } from './record-definition.js';

/**
 * A text that is sent and never returned. The column `encrypted_<field>` holds it, encrypted with the workspace's key and
 * bound to the `context` of the row: moved to another row it cannot be decrypted. `derive` receives the plain text.
 */
export function encrypted<Row>(
  mostBytes: number,
  context: (row: Row) => EncryptionContext,
  options: FieldOptions = {},
): RecordField<string | undefined> {
  const message = `$property ${must.haveBytes(1, mostBytes)}`;
  // A character has at least one byte, and a schema counts characters.
  const hasBytes = (value: unknown) => Buffer.byteLength(String(value)) <= mostBytes;
  const rules = [Length(1, mostBytes, { message }), businessRule('TOO_MANY_BYTES', hasBytes, message)];
  const kind = {
    type: () => String,
    sqlType: 'text',
    rules,
    encrypted: context,
    limits: `At most ${mostBytes} bytes.`,
  };
  return { ...kind, ...options, nullable: false, required: true, writable: 'always' };
}

/** The fields that rows are read with and that answers contain. */
export function shownFields({ fields }: Pick<AnyRecord, 'fields'>): [string, RecordField][] {
  return Object.entries(fields).filter(([, field]) => !field.encrypted);
}

/** The fields by the names of their stored values; the one of an encrypted field is its ciphertext. */
export function storedFields({ fields }: Pick<AnyRecord, 'fields'>): [string, RecordField][] {
  return Object.entries(fields).map(([name, field]) => [field.encrypted ? encryptedName(name) : name, field]);
}

/** Must be called before the transaction of a write, see `Vault.prepare`. */
export async function prepareKeys(scope: RecordScope, record: AnyRecord): Promise<void> {
  if (encryptedFields(record).length > 0) await vaultOf(scope, record).prepare(scope.workspaceId);
}

/** Values with ciphertexts in place of the plain texts. @param row the record that they belong to */
export async function encryptTexts<Values extends object>(
  scope: RecordScope,
  record: AnyRecord,
  row: object,
  values: Values,
): Promise<Values & Record<string, unknown>> {
  const encrypted: Record<string, unknown> = { ...(values as Record<string, unknown>) };
  for (const [name, context] of encryptedFields(record)) {
    const plain = encrypted[name];
    delete encrypted[name];
    if (typeof plain !== 'string') continue;
    encrypted[encryptedName(name)] = await vaultOf(scope, record).encrypt(
      scope.workspaceId,
      plain,
      context(row as never),
    );
  }
  return encrypted as Values & Record<string, unknown>;
}

/** The columns of encrypted fields, for the rotation of data keys. */
export function encryptedColumnsOf(record: AnyRecord): EncryptedColumn[] {
  const names = ['id', ...Object.keys(record.fields)];
  const rowOf = (columns: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, columns[columnOf(name)]]));
  return encryptedFields(record).map(([name, context]) => ({
    table: record.table,
    column: columnOf(encryptedName(name)),
    key: ['id'],
    context: (columns) => context(rowOf(columns) as never),
  }));
}

function encryptedFields({ fields }: Pick<AnyRecord, 'fields'>): [string, (row: never) => EncryptionContext][] {
  return Object.entries(fields as Readonly<Record<string, RecordField>>).flatMap(([name, { encrypted: context }]) =>
    context ? [[name, context]] : [],
  );
}

/** @throws Error when a scope without a vault writes a record with encrypted fields, which is a programming error */
function vaultOf({ services }: RecordScope, { name }: AnyRecord): Vault {
  if (!services.vault) throw new Error(`${name} has encrypted fields: its scope must have a vault.`);
  return services.vault;
}

function encryptedName(name: string): string {
  return `encrypted${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
