import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  approve: ['Approve', 'Aprobar'],
  approved: ['Approved. The flow continues.', 'Aprobado. El flujo continúa.'],
  closes: ['Closes', 'Se cierra'],
  comment: ['Reason (optional)', 'Motivo (opcional)'],
  description: ['Flows that stopped to ask a person.', 'Flujos que se han detenido para preguntar a una persona.'],
  more: ['Show more', 'Mostrar más'],
  none: ['Nothing waits for you', 'Nada te espera'],
  noneHint: [
    'When a flow reaches a step that waits for approval, it appears here at once.',
    'Cuando un flujo llegue a un paso que espera aprobación, aparecerá aquí al instante.',
  ],
  reject: ['Reject', 'Rechazar'],
  rejected: ['Rejected. The flow continues on the other path.', 'Rechazado. El flujo continúa por el otro camino.'],
  requires: ['Your role cannot decide.', 'Tu rol no puede decidir.'],
  title: ['Approvals', 'Aprobaciones'],
  waits: ['Asked', 'Preguntado'],
});
