import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import type { ContactStatus } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { Field, Input, Select } from '../../ui/field';
import { useWorkspaceId } from '../../workspace/workspace';
import { contactStatuses } from '../customers/badges';
import { TagsInput } from '../customers/tags-input';
import { customers } from '../customers/texts';
import styles from './campaigns.module.css';
import { campaignsTexts } from './texts';

const countContacts = graphql(`
  query CampaignsCountContacts($id: ID!, $status: ContactStatus, $tag: String, $source: String, $company: String) {
    workspace(id: $id) {
      contacts(limit: 1, status: $status, tag: $tag, source: $source, company: $company) {
        pagination {
          total
        }
      }
    }
  }
`);

/** Whom a campaign is for, as the API has it. Filters that this form does not show stay as they are. */
export interface Audience extends Record<string, unknown> {
  all?: boolean;
  tags?: string[];
  status?: ContactStatus;
  source?: string;
  company?: string;
}

/** The filters of an audience that are set. */
export function audienceOf(answered: object): Audience {
  return Object.fromEntries(Object.entries(answered).filter(([, value]) => value !== null));
}

interface AudienceFieldsProps {
  value: Audience;
  onChange: (audience: Audience) => void;
  error: string | undefined;
}

/** Chooses the contacts of a campaign. */
export function AudienceFields({ value, onChange, error }: AudienceFieldsProps) {
  const t = useTexts(campaignsTexts);
  const words = useTexts(customers);
  const set = (changes: Audience) => {
    const next = Object.entries({ ...value, ...changes }).filter(
      ([, one]) => one !== undefined && one !== '' && !(Array.isArray(one) && one.length === 0),
    );
    onChange(Object.fromEntries(next));
  };
  const isAll = value.all === true;
  return (
    <>
      <Field label={t.audience} error={error} hint={<Count audience={value} />}>
        <Select
          value={isAll ? 'all' : 'some'}
          options={[
            { value: 'some', label: t.matching },
            { value: 'all', label: t.allContacts },
          ]}
          onChange={(next) => onChange(next === 'all' ? { all: true } : {})}
        />
      </Field>
      {!isAll && (
        <>
          <Field label={words.tags} hint={t.tagsHint}>
            <TagsInput value={value.tags ?? []} onChange={(tags) => set({ tags })} />
          </Field>
          <div className={`grid gap-x-14 ${styles.thirds}`}>
            <Field label={words.status}>
              <Select
                value={value.status ?? ''}
                options={[
                  { value: '', label: '–' },
                  ...contactStatuses.map((one) => ({ value: one as string, label: words[`contact_${one}`] })),
                ]}
                onChange={(status) => set({ status: (status || undefined) as ContactStatus })}
              />
            </Field>
            <Field label={t.company}>
              <Input value={value.company ?? ''} onChange={({ target }) => set({ company: target.value })} />
            </Field>
            <Field label={t.source}>
              <Input value={value.source ?? ''} onChange={({ target }) => set({ source: target.value })} />
            </Field>
          </div>
        </>
      )}
    </>
  );
}

/** How many contacts an audience has now; undefined while that is read, or where the list has no such filter. */
export function useAudienceCount(audience: Audience): number | undefined {
  const id = useWorkspaceId();
  const { all, tags, status, source, company, ...others } = audience;
  const isChosen = Object.keys(audience).length > 0;
  const isCountable = isChosen && (tags?.length ?? 0) <= 1 && Object.keys(others).length === 0;
  const { data } = useRead(
    countContacts,
    { id, status: status ?? null, tag: tags?.[0] ?? null, source: source ?? null, company: company ?? null },
    { enabled: isCountable, live: ['contact'] },
  );
  return isCountable ? data?.workspace.contacts?.pagination.total : undefined;
}

function Count({ audience }: { audience: Audience }) {
  const t = useTexts(campaignsTexts);
  const count = useAudienceCount(audience);
  if (Object.keys(audience).length === 0) return t.noAudience;
  return count === undefined ? null : t.contactsNow(count);
}

/** An audience in words. */
export function useAudienceText(): (audience: Audience) => string {
  const t = useTexts(campaignsTexts);
  const words = useTexts(customers);
  return ({ all, tags, status, ...others }) => {
    if (all) return t.allContacts;
    const parts = [
      tags?.join(', '),
      status && words[`contact_${status}`],
      ...Object.entries(others).map(([name, value]) => (name === 'contactIds' ? '' : `${name}: ${String(value)}`)),
      Array.isArray(others.contactIds) ? `${others.contactIds.length}` : '',
    ];
    return parts.filter(Boolean).join(' · ') || t.noAudience;
  };
}
