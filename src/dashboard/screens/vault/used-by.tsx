import { FlowLink } from '../../workspace/flow-link';

/** The flows that name a record. */
export function UsedBy({ flows }: { flows: readonly { flowId: string; name: string }[] }) {
  const shown = flows.slice(0, 3);
  return (
    <>
      {shown.map(({ flowId, name }, index) => (
        <span key={flowId}>
          {index > 0 && ', '}
          <FlowLink flowId={flowId} name={name} />
        </span>
      ))}
      {flows.length > shown.length && ` +${flows.length - shown.length}`}
    </>
  );
}
