import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import QuickLRU from 'quick-lru';
import { WeightedCache } from '../weighted-cache.js';
import { selectedFields } from './limits/selected-fields.js';

export type Compile = typeof compileQuery;

type Query = CompiledQuery['query'];

/** Number of runs of an operation before it is compiled. */
const answersBefore = 2;
/** Maximum number of operations whose runs are counted. */
const counted = 10_000;
/** Compiling blocks the process for about 0.03 ms a field. Larger operations are never compiled. */
const fieldsOfOne = 1_000;
/** Compiled operations take up to 10 KB a field. */
const fieldsOfAll = 20_000;
/** Fields that are compiled in a minute, which takes at most half a second of it. */
const fieldsPerMinute = 15_000;
const minuteMs = 60_000;

/**
 * Compiles the operations of clients that are worth it: those that are repeated. An operation that was refused at its
 * root fields is not counted, so a client cannot cause the compilation of an operation that it may not call.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema;
  readonly #compile: Compile;
  readonly #hashes = new WeakMap<DocumentNode, string>();
  readonly #answers = new QuickLRU<string, number>({ maxSize: counted });
  /** Null if graphql-js always runs the operation. */
  readonly #compiled = new WeightedCache<string, Query | null>(fieldsOfAll);

  /** When the current minute began, and the fields that were compiled in it. */
  #minute = { began: Number.NEGATIVE_INFINITY, fields: 0 };

  constructor(
    schema: GraphQLSchema,
    compile: Compile = compileQuery,
    readonly now: () => number = () => performance.now(),
  ) {
    this.#schema = schema;
    this.#compile = compile;
  }

  /** The operation as a function; null if graphql-js must run it. */
  find(document: DocumentNode, operation: OperationDefinitionNode): Query | null {
    const key = this.#keyOf(document, operation);
    if (key === null) return null;
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    if ((this.#answers.get(key) ?? 0) < answersBefore) return null;
    const fields = selectedFields(document);
    if (fields <= fieldsOfOne && !this.#hasTimeFor(fields)) return null;
    const fits = fields <= fieldsOfOne && compilesAlike(this.#schema, document, operation);
    const query = fits ? this.compile(document, operation) : null;
    this.#compiled.set(key, query, query ? fields : 1);
    return query;
  }

  /** False if this minute's fields are compiled: the operation is interpreted until the next one. */
  #hasTimeFor(fields: number): boolean {
    const now = this.now();
    if (now - this.#minute.began >= minuteMs) this.#minute = { began: now, fields: 0 };
    if (this.#minute.fields + fields > fieldsPerMinute) return false;
    this.#minute.fields += fields;
    return true;
  }

  /** Counts an operation whose root fields were authorized. */
  countAnswer(document: DocumentNode, operation: OperationDefinitionNode): void {
    const key = this.#keyOf(document, operation);
    if (key !== null) this.#answers.set(key, (this.#answers.get(key) ?? 0) + 1);
  }

  /** Compiles an operation of the server itself. @returns null if the compiler does not support it */
  compile(document: DocumentNode, operation: OperationDefinitionNode): Query | null {
    const compiled = this.#compile(this.#schema, document, operation.name?.value, {
      disablingCapturingStackErrors: true,
    });
    return isCompiledQuery(compiled) ? compiled.query : null;
  }

  /** Identical for identical text; null for a document that was not parsed from a text. */
  #keyOf(document: DocumentNode, operation: OperationDefinitionNode): string | null {
    const text = document.loc?.source.body;
    if (text === undefined) return null;
    let hash = this.#hashes.get(document);
    if (hash === undefined) {
      hash = createHash('sha256').update(text).digest('base64');
      this.#hashes.set(document, hash);
    }
    return `${hash} ${operation.name?.value ?? ''}`;
  }
}

/**
 * Whether the compiled function behaves like graphql-js. It does not for mutations (it continues after a field that
 * failed), conditions on fragments (those of one place apply at every other), variables inside literals, and literals
 * and defaults of custom scalars (it writes them into its code as JSON).
 */
function compilesAlike(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (operation.operation === OperationTypeNode.MUTATION) return false;
  const types = new TypeInfo(schema);
  let alike = true;
  const refuse = () => {
    alike = false;
  };
  const conditional = ({ directives = [] }: { directives?: readonly unknown[] }) => {
    if (directives.length > 0) refuse();
  };
  const value = () => {
    const type = getNamedType(types.getInputType());
    if (isScalarType(type) && !isSpecifiedScalarType(type)) refuse();
  };
  const values = {
    enter(node: object) {
      value();
      if (JSON.stringify(node).includes(`"kind":"${Kind.VARIABLE}"`)) refuse();
    },
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FRAGMENT_SPREAD]: conditional,
      [Kind.INLINE_FRAGMENT]: conditional,
      ...Object.fromEntries([Kind.STRING, Kind.INT, Kind.FLOAT, Kind.BOOLEAN, Kind.ENUM].map((kind) => [kind, value])),
      [Kind.LIST]: values,
      [Kind.OBJECT]: values,
    }),
  );
  return alike;
}
