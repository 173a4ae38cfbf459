import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Field, Select } from '../../ui/field';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { templateTexts } from './texts';

const readCustomFields = graphql(`
  query MessageTemplatesCustomFields($id: ID!) {
    workspace(id: $id) {
      contacts(limit: 100, sortBy: createdAt, sortOrder: desc) {
        items {
          customFields
        }
      }
    }
  }
`);

const contactFields = ['name', 'email', 'phone', 'company', 'status', 'source'].map((field) => `contact.${field}`);

/** Offers what placeholders can name: fields of contacts, custom fields of the newest ones, and `further`. */
export function InsertField({ further = [], onInsert }: { further?: string[]; onInsert: (field: string) => void }) {
  const t = useTexts(templateTexts);
  const id = useWorkspaceId();
  const enabled = useCan()('contacts:read');
  const { data } = useRead(readCustomFields, { id }, { enabled, live: ['contact'] });
  const contacts = data?.workspace.contacts?.items ?? [];
  const custom = new Set(contacts.flatMap(({ customFields }) => Object.keys(customFields)));
  const fields = [...contactFields, ...[...custom].sort().map((field) => `contact.${field}`), ...further];
  return (
    <Field label={t.insert} hint={t.insertHint}>
      <Select
        value=""
        options={[{ value: '', label: '–' }, ...[...new Set(fields)].map((value) => ({ value, label: value }))]}
        onChange={(field) => field && onInsert(field)}
      />
    </Field>
  );
}
