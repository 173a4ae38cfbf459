import type { DatabaseDialect } from '../../platform/foreign-databases/index.js';

/** The text of a statement, and the values that are bound to it. */
export interface BoundStatement {
  text: string;
  parameters: unknown[];
}

export type Row = Readonly<Record<string, unknown>>;

export interface Table {
  schema?: string | undefined;
  table: string;
}

export interface RowCondition {
  column: string;
  operator?: RowOperator | undefined;
  value?: unknown;
}

export interface RowFilter {
  where: readonly RowCondition[];
  match?: 'all' | 'any' | undefined;
}

export const rowOperators = ['=', '!=', '<', '<=', '>', '>=', 'like', 'in', 'notIn', 'isNull', 'isNotNull'] as const;
export type RowOperator = (typeof rowOperators)[number];

/** Placeholders of one statement. */
const parametersAtMost = 65_535;

/** Writes statements: names are quoted, values are bound and never a part of the text. */
export class StatementWriter {
  readonly parameters: unknown[] = [];

  constructor(readonly dialect: DatabaseDialect) {}

  select(
    of: Table & {
      columns?: readonly string[] | undefined;
      orderBy?: readonly { column: string; descending?: boolean | undefined }[] | undefined;
    },
    filter: RowFilter,
    rowsAtMost: number,
  ): BoundStatement {
    const { columns = [], orderBy = [] } = of;
    const shown = columns.length === 0 ? '*' : this.#names(columns);
    const order = orderBy.map(({ column, descending }) => `${this.#name(column)}${descending ? ' desc' : ''}`);
    const sorted = order.length === 0 ? '' : ` order by ${order.join(', ')}`;
    return this.#bound(`select ${shown} from ${this.#table(of)}${this.#where(filter)}${sorted} limit ${rowsAtMost}`);
  }

  /** @param keys what finds a row that is there already, which is updated; null where it fails, empty where it stays as it is */
  insert(
    of: Table,
    rows: readonly Row[],
    keys: readonly string[] | null,
    returning: readonly string[],
  ): BoundStatement | string {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    if (columns.length === 0) return 'rows must have at least one column.';
    if (columns.length * rows.length > parametersAtMost)
      return `rows must have at most ${parametersAtMost} values together, not ${columns.length * rows.length}. Insert them in batches, with data.batch and logic.loop.`;
    const missing = keys?.find((key) => !columns.includes(key));
    if (missing !== undefined) return `rows must have the column ${missing}, which is one of keys.`;
    const values = rows.map((row) => {
      const entries = columns.map((column) => (Object.hasOwn(row, column) ? this.#bind(row[column]) : 'default'));
      return `(${entries.join(', ')})`;
    });
    const text = `insert into ${this.#table(of)} (${this.#names(columns)}) values ${values.join(', ')}`;
    return this.#bound(`${text}${this.#conflict(keys, columns)}${this.#returning(returning)}`);
  }

  update(of: Table, values: Row, filter: RowFilter, returning: readonly string[]): BoundStatement {
    const set = Object.entries(values).map(([column, value]) => `${this.#name(column)} = ${this.#bind(value)}`);
    return this.#bound(
      `update ${this.#table(of)} set ${set.join(', ')}${this.#where(filter)}${this.#returning(returning)}`,
    );
  }

  delete(of: Table, filter: RowFilter, returning: readonly string[]): BoundStatement {
    return this.#bound(`delete from ${this.#table(of)}${this.#where(filter)}${this.#returning(returning)}`);
  }

  #bound(text: string): BoundStatement {
    return { text, parameters: this.parameters };
  }

  #bind(value: unknown): string {
    this.parameters.push(value ?? null);
    return this.dialect === 'postgres' ? `$${this.parameters.length}` : '?';
  }

  #name(name: string): string {
    return this.dialect === 'postgres' ? `"${name.replaceAll('"', '""')}"` : `\`${name.replaceAll('`', '``')}\``;
  }

  #names(names: readonly string[]): string {
    return names.map((name) => this.#name(name)).join(', ');
  }

  #table({ schema, table }: Table): string {
    return schema === undefined ? this.#name(table) : `${this.#name(schema)}.${this.#name(table)}`;
  }

  #where({ where, match }: RowFilter): string {
    if (where.length === 0) return '';
    return ` where ${where.map((one) => this.#condition(one)).join(match === 'any' ? ' or ' : ' and ')}`;
  }

  #condition({ column, operator = '=', value = null }: RowCondition): string {
    const name = this.#name(column);
    if (operator === 'isNull' || (operator === '=' && value === null)) return `${name} is null`;
    if (operator === 'isNotNull' || (operator === '!=' && value === null)) return `${name} is not null`;
    if (operator === 'in' || operator === 'notIn')
      return this.#isIn(name, operator === 'in', Array.isArray(value) ? value : [value]);
    return `${name} ${operator === '!=' ? '<>' : operator} ${this.#bind(value)}`;
  }

  #isIn(name: string, isIn: boolean, values: readonly unknown[]): string {
    if (this.dialect === 'postgres')
      return isIn ? `${name} = any(${this.#bind(values)})` : `${name} <> all(${this.#bind(values)})`;
    if (values.length === 0) return isIn ? '1 = 0' : '1 = 1';
    return `${name} ${isIn ? 'in' : 'not in'} (${values.map((value) => this.#bind(value)).join(', ')})`;
  }

  #conflict(keys: readonly string[] | null, columns: readonly string[]): string {
    if (keys === null) return '';
    const changed = keys.length === 0 ? [] : columns.filter((column) => !keys.includes(column));
    if (this.dialect === 'mysql') {
      const [first = ''] = columns;
      const same = `${this.#name(first)} = ${this.#name(first)}`;
      const set = changed.map((column) => `${this.#name(column)} = values(${this.#name(column)})`);
      return ` on duplicate key update ${set.length === 0 ? same : set.join(', ')}`;
    }
    const target = keys.length === 0 ? '' : ` (${this.#names(keys)})`;
    const set = changed.map((column) => `${this.#name(column)} = excluded.${this.#name(column)}`);
    return ` on conflict${target} do ${set.length === 0 ? 'nothing' : `update set ${set.join(', ')}`}`;
  }

  #returning(columns: readonly string[]): string {
    if (columns.length === 0) return '';
    return ` returning ${columns.includes('*') ? '*' : this.#names(columns)}`;
  }
}
