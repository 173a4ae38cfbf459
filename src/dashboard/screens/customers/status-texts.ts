import { defineTexts } from '../../i18n/texts';

/** The statuses of conversations, messages, opportunities, appointments, campaigns and enrollments. */
export const statuses = defineTexts({
  active: ['Active', 'Activa'],
  cancelled: ['Cancelled', 'Cancelada'],
  completed: ['Completed', 'Completada'],
  delivered: ['Delivered', 'Entregado'],
  draft: ['Draft', 'Borrador'],
  failed: ['Failed', 'Fallido'],
  lost: ['Lost', 'Perdida'],
  no_show: ['No-show', 'No se presentó'],
  open: ['Open', 'Abierta'],
  paused: ['Paused', 'En pausa'],
  pending: ['Pending', 'Pendiente'],
  queued: ['Queued', 'En cola'],
  received: ['Received', 'Recibido'],
  resolved: ['Closed', 'Cerrada'],
  sandboxed: ['Sandbox', 'Simulado'],
  scheduled: ['Scheduled', 'Programada'],
  sending: ['Sending', 'Enviando'],
  sent: ['Sent', 'Enviado'],
  skipped: ['Skipped', 'Omitido'],
  stopped: ['Stopped', 'Detenida'],
  won: ['Won', 'Ganada'],
});
