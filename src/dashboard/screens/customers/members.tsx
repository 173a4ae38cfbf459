import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { type Option, Select } from '../../ui/field';
import { useWorkspaceId } from '../../workspace/workspace';
import { customers } from './texts';

const listMembers = graphql(`
  query CustomersMembers($id: ID!) {
    workspace(id: $id) {
      members(limit: 100, status: active, sortBy: name, sortOrder: asc) {
        items {
          userId
          name
          email
        }
      }
    }
  }
`);

/** The members that records can be assigned to, as options. */
export function useMemberOptions(): Option[] {
  const id = useWorkspaceId();
  const { data } = useRead(listMembers, { id }, { live: ['member'] });
  return (data?.workspace.members?.items ?? []).flatMap(({ userId, name, email }) =>
    userId ? [{ value: userId, label: name || email }] : [],
  );
}

interface AssigneeSelectProps {
  /** The ID of a user; null for nobody. */
  value: string | null;
  onChange: (userId: string | null) => void;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** The member who is responsible. */
export function AssigneeSelect({ value, onChange, ...rest }: AssigneeSelectProps) {
  const t = useTexts(customers);
  const members = useMemberOptions();
  const isKnown = value === null || members.some((member) => member.value === value);
  return (
    <Select
      {...rest}
      value={value ?? ''}
      options={[{ value: '', label: t.nobody }, ...members, ...(isKnown ? [] : [{ value, label: value }])]}
      onChange={(userId) => onChange(userId || null)}
    />
  );
}
