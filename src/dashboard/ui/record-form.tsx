import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { FormDialog } from './dialog';
import { Check, Field, fieldError, Input, type Option, Select, TextArea } from './field';

type InputProps = InputHTMLAttributes<HTMLInputElement>;

/** A field of a form: a line of text, without more said. A yes or no is a `Check`. */
export interface FieldDefinition
  extends Pick<InputProps, 'autoComplete' | 'list' | 'maxLength' | 'spellCheck' | 'type'> {
  label: string;
  hint?: string;
  /** It has lines. */
  isLong?: boolean;
  /** One of these. */
  options?: readonly Option[];
}

type Fields<Values> = Readonly<Record<keyof Values & string, FieldDefinition>>;

interface RecordFormProps<Values> {
  title: string;
  description?: ReactNode;
  submit: string;
  open?: boolean;
  /** In their order; or those that what has been entered asks for. */
  fields: Fields<Values> | ((values: Values) => Fields<Values>);
  /** What the fields have at first. */
  initial: Values;
  /** Whether it can be sent. */
  isComplete?: (values: Values) => boolean;
  write?: { error: unknown; isPending: boolean };
  onSubmit: (values: Values) => void;
  onClose: () => void;
  /** Below the fields. */
  children?: ReactNode | ((values: Values) => ReactNode);
}

/** A dialog with the fields of a record; what the server refuses is said at its field. */
export function RecordForm<Values extends { [Name in keyof Values]: string | boolean }>(
  props: RecordFormProps<Values>,
) {
  const { fields, initial, isComplete, write, onSubmit, children, open = true, ...dialog } = props;
  const [values, setValues] = useState(initial);
  return (
    <FormDialog
      {...dialog}
      open={open}
      busy={write?.isPending ?? false}
      error={write?.error}
      disabled={isComplete?.(values) === false}
      onSubmit={() => onSubmit(values)}
    >
      {Object.entries<FieldDefinition>(typeof fields === 'function' ? fields(values) : fields).map(
        ([name, definition]) => (
          <RecordField
            key={name}
            definition={definition}
            value={values[name as keyof Values]}
            error={fieldError(write?.error, name)}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ),
      )}
      {typeof children === 'function' ? children(values) : children}
    </FormDialog>
  );
}

interface RecordFieldProps {
  definition: FieldDefinition;
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

function RecordField({ definition, value, error, onChange }: RecordFieldProps) {
  const { label, hint, isLong, options, ...rest } = definition;
  if (typeof value === 'boolean') return <Check label={label} checked={value} onChange={onChange} />;
  return (
    <Field label={label} hint={hint} error={error}>
      {options ? (
        <Select value={value} options={options} onChange={onChange} />
      ) : isLong ? (
        <TextArea value={value} spellCheck={rest.spellCheck} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input {...rest} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
