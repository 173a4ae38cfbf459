import { Link } from '@tanstack/react-router';
import { useWorkspaceId } from './workspace';

/** A link to a flow of the workspace. */
export function FlowLink({ flowId, name }: { flowId: string; name: string | null | undefined }) {
  const to: string = `/w/${useWorkspaceId()}/flows/${flowId}`;
  return <Link to={to}>{name ?? flowId}</Link>;
}
