import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Notice } from '../../ui/notice';
import { useWorkspaceId } from '../../workspace/workspace';
import { campaignsTexts } from './texts';

const readAddress = graphql(`
  query CampaignsAddress($id: ID!) {
    workspace(id: $id) {
      id
      postalAddress
    }
  }
`);

/** Says that the emails of a campaign would have no postal address. */
export function AddressNotice() {
  const t = useTexts(campaignsTexts);
  const workspaceId = useWorkspaceId();
  const { data } = useRead(readAddress, { id: workspaceId }, { live: ['workspace'] });
  if (!data || data.workspace.postalAddress) return null;
  return (
    <Notice tone="warning">
      <p>{t.noAddress}</p>
      <Link to="/w/$workspaceId/settings" params={{ workspaceId }}>
        {t.addAddress}
      </Link>
    </Notice>
  );
}
