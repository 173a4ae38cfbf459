import type { Schema } from './schema';

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
