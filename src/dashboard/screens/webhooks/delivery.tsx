import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { duration, exactTime } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { JsonView } from '../../ui/json-view';
import { ErrorNotice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { toast, toastError } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const findDelivery = graphql(`
  query WebhookDelivery($id: ID!, $webhookId: ID!, $deliveryId: ID!) {
    workspace(id: $id) {
      webhookDelivery(webhookId: $webhookId, id: $deliveryId) {
        id
        eventType
        body
        request {
          url
          headers
        }
        response {
          status
          headers
          body
        }
        attempts {
          startedAt
          durationMs
          status
          error
        }
      }
    }
  }
`);

const redeliver = graphql(`
  mutation WebhookRedeliver($workspaceId: ID!, $webhookId: ID!, $deliveryId: ID!) {
    redeliverWebhookDelivery(workspaceId: $workspaceId, webhookId: $webhookId, deliveryId: $deliveryId) {
      id
    }
  }
`);

/** What was sent, and what was answered. */
export function DeliveryDialog(props: { webhookId: string; deliveryId: string; onClose: () => void }) {
  const { webhookId, deliveryId, onClose } = props;
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const canWrite = useCan()('webhooks:write');
  const { data, error } = useRead(findDelivery, { id: workspaceId, webhookId, deliveryId }, { live: ['webhook'] });
  const { mutate, isPending } = useWrite(redeliver, ['webhook']);
  const delivery = data?.workspace.webhookDelivery;
  const again = () =>
    mutate({ workspaceId, webhookId, deliveryId }, { onSuccess: () => toast(t.sent), onError: toastError });
  return (
    <Dialog
      title={delivery?.eventType ?? t.deliveries}
      open
      wide
      onClose={onClose}
      foot={
        canWrite && (
          <Button icon="send" busy={isPending} onClick={again}>
            {t.redeliver}
          </Button>
        )
      }
    >
      {error && <ErrorNotice error={error} />}
      {!delivery && !error && <Skeleton />}
      {delivery && (
        <>
          <h3>{t.attempts}</h3>
          <ul>
            {delivery.attempts.map((attempt) => (
              <li key={attempt.startedAt}>
                {exactTime(attempt.startedAt)} · {attempt.status ?? attempt.error} · {duration(attempt.durationMs)}
              </li>
            ))}
          </ul>
          <h3>{t.body}</h3>
          {delivery.body === null ? <p>{t.bodyHidden}</p> : <JsonView value={parsed(delivery.body)} openTo={3} />}
          {delivery.request && (
            <>
              <h3>{t.request}</h3>
              <JsonView value={delivery.request} openTo={1} />
            </>
          )}
          {delivery.response && (
            <>
              <h3>{t.response}</h3>
              <JsonView value={delivery.response} openTo={1} />
            </>
          )}
        </>
      )}
    </Dialog>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
