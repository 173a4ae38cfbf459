import { Fragment, type ReactNode, useId } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Check, Input } from '../../../ui/field';
import { texts } from '../texts';
import styles from './form.module.css';
import { type ControlProps, type FieldsProps, useForm } from './form-context';
import { ListControl, MapControl } from './list-controls';
import { OperationControl } from './operation-control';
import { Choice, RecordControl, recordOf } from './record-control';
import {
  exampleAt,
  isJsonSchema,
  isLong,
  kindOf,
  numberOf,
  operationFormat,
  readText,
  type Schema,
  suggestionsOf,
  takesSwitch,
  textOf,
  titleOf,
  withField,
} from './schema';
import { TextControl } from './text-control';

interface SchemaFieldProps extends Omit<ControlProps, 'label'> {
  required: boolean;
}

/** A field of a node by its schema: its name, a control, what it means, and what validation found. */
export function SchemaField({ schema, name, path, value, onChange, required }: SchemaFieldProps) {
  const t = useTexts(texts);
  const { errors, readOnly } = useForm();
  const id = useId();
  const kind = kindOf(schema);
  const label = schema.title ?? titleOf(name);
  const error = errors.get(path);
  const canSwitch = takesSwitch(kind) && !readOnly;
  const isExpression = typeof value === 'string' && (kind !== 'enum' || value.includes('{{') || value === ' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field has one control or several; its name is that of the group.
    <div className={styles.field} data-path={path} role="group" aria-labelledby={id}>
      <div className={styles.head}>
        <span id={id} className={styles.label}>
          {label}
          {required && (
            <span className={styles.required} title={t.required}>
              {' *'}
            </span>
          )}
        </span>
        {canSwitch && (
          <button
            type="button"
            className={styles.switch}
            aria-pressed={isExpression}
            aria-label={t.asExpression(label)}
            title={t.asExpression(label)}
            onClick={() => onChange(isExpression ? undefined : '{{ }}')}
          >
            {'{{ }}'}
          </button>
        )}
      </div>
      <Control
        schema={schema}
        name={name}
        path={path}
        label={label}
        value={value}
        onChange={onChange}
        isExpression={takesSwitch(kind) && isExpression}
      />
      {error && <div className={styles.error}>{error}</div>}
      {schema.description && <div className={styles.hint}>{withCode(schema.description)}</div>}
    </div>
  );
}

/** The control of a value, without its name. */
export function Control({ isExpression, ...props }: ControlProps & { isExpression: boolean }) {
  const { verbatim, html, readOnly } = useForm();
  const { schema, name, path, label, value, onChange } = props;
  const text = { path, label, text: typeof value === 'string' ? value : textOf(value) };
  const asWritten = (next: string) => onChange(next === '' ? undefined : next);
  const how = path.includes('.') ? undefined : verbatim[name];
  if (how === 'code' || how === 'cel') return <TextControl {...text} onChange={asWritten} language={how} lines />;
  if (isExpression) return <TextControl {...text} onChange={asWritten} lines={false} />;
  const kind = kindOf(schema);
  switch (kind) {
    case 'enum':
      if (schema.format === operationFormat) return <OperationControl {...props} />;
      return <Choice {...props} options={schema.enum ?? []} />;
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'number':
      return <TextControl {...text} onChange={(next) => onChange(numberOf(next))} />;
    case 'text': {
      const record = recordOf(name);
      if (record && !String(value ?? '').includes('{{')) return <RecordControl {...props} record={record} />;
      const suggestions = suggestionsOf(schema);
      if (suggestions.length > 0) return <SuggestedControl {...props} suggestions={suggestions} />;
      if (html.has(path)) return <TextControl {...text} onChange={asWritten} language="html" lines />;
      return <TextControl {...text} onChange={asWritten} lines={isLong(name, schema)} />;
    }
    case 'object':
      return (
        <div className={styles.group}>
          <Fields schema={schema} path={path} value={value} onChange={onChange} />
        </div>
      );
    case 'variants':
      return <VariantControl {...props} />;
    case 'map':
      if (isJsonSchema(name, schema))
        return <TextControl {...text} onChange={(next) => onChange(readText(next))} lines />;
      return <MapControl {...props} />;
    case 'records':
    case 'values':
      return <ListControl {...props} fields={Fields} />;
    case 'any':
      return (
        <TextControl
          path={path}
          label={label}
          text={textOf(value)}
          onChange={(next) => onChange(readText(next))}
          lines={isLong(name, schema) || textOf(value).includes('\n')}
        />
      );
    default: {
      const never: never = kind;
      return readOnly ? never : null;
    }
  }
}

/** The fields of an object, in the order of its schema: what is required first. */
export function Fields({ schema, path, value, onChange, without = [] }: FieldsProps) {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name));
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return [...fields.filter(([name]) => required.has(name)), ...fields.filter(([name]) => !required.has(name))].map(
    ([name, field]) => (
      <SchemaField
        key={name}
        schema={field}
        name={name}
        path={path ? `${path}.${name}` : name}
        required={required.has(name)}
        value={object[name]}
        onChange={(next) => onChange(withField(object, name, next))}
      />
    ),
  );
}

function BooleanControl({ label, value, onChange }: ControlProps) {
  const { readOnly } = useForm();
  return <Check label={label} checked={value === true} disabled={readOnly} onChange={(next) => onChange(next)} />;
}

function SuggestedControl({
  label,
  path,
  value,
  onChange,
  suggestions,
}: ControlProps & { suggestions: readonly string[] }) {
  const { readOnly, example } = useForm();
  const id = useId();
  return (
    <>
      <Input
        aria-label={label}
        list={id}
        placeholder={textOf(exampleAt(example, path))}
        readOnly={readOnly}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
      <datalist id={id}>
        {suggestions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

/** One of several objects, distinguished by their `type`. */
function VariantControl({ schema, path, value, onChange, ...props }: ControlProps) {
  const typeOf = ({ properties }: Schema) => String(properties?.type?.const);
  const variants = schema.oneOf ?? [];
  const type = (value as { type?: string } | undefined)?.type;
  const variant = variants.find((one) => typeOf(one) === type);
  return (
    <>
      <Choice
        {...props}
        value={type}
        options={variants.map(typeOf)}
        onChange={(next) => onChange(next === undefined ? undefined : { type: next })}
      />
      {variant && Object.keys(variant.properties ?? {}).length > 1 && (
        <div className={styles.group}>
          <Fields schema={variant} path={path} value={value} onChange={onChange} without={['type']} />
        </div>
      )}
    </>
  );
}

/** A description in which `code` stands in back quotes. */
export function withCode(description: string): ReactNode {
  return description.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text.
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );
}
