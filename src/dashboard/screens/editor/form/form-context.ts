import { createContext, use } from 'react';
import type { Values } from '../use-recorded';
import type { Schema } from './schema';

/** What the fields of one node share. */
export interface FormScope {
  nodeId: string;
  /** What expressions of this node can read. */
  values: Values;
  /** The messages of validation by path: `conditions.0.left`. */
  errors: ReadonlyMap<string, string>;
  /** The fields whose expressions are not resolved before the node runs. */
  verbatim: Readonly<Record<string, unknown>>;
  /** The fields whose text is HTML. */
  html: ReadonlySet<string>;
  /** The fields that accept secrets. */
  sinks: Readonly<Record<string, unknown>>;
  /** What the fields could have: shown in those that are empty. */
  example: unknown;
  readOnly: boolean;
}

export const FormContext = createContext<FormScope | null>(null);

/** The form around a field. */
export function useForm(): FormScope {
  const scope = use(FormContext);
  if (!scope) throw new Error('There is no form around the field.');
  return scope;
}

/** What every control gets. */
export interface ControlProps {
  schema: Schema;
  name: string;
  /** Where the value stands in the data: `conditions.0.left`. */
  path: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

export interface FieldsProps {
  schema: Schema;
  /** Empty for the data itself. */
  path: string;
  value: unknown;
  onChange: (value: Record<string, unknown>) => void;
  without?: readonly string[];
}
