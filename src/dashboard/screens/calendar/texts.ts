import { defineTexts } from '../../i18n/texts';

export const calendarTexts = defineTexts({
  create: ['Create an appointment', 'Crear una cita'],
  createAt: [(when: string) => `Create an appointment on ${when}`, (when: string) => `Crear una cita el ${when}`],
  deleteHint: ['This cannot be undone.', 'No se puede deshacer.'],
  deleteTitle: [(title: string) => `Delete ${title}?`, (title: string) => `¿Eliminar ${title}?`],
  edit: ['Edit the appointment', 'Editar la cita'],
  end: ['End', 'Fin'],
  gone: ['This appointment does not exist any more.', 'Esta cita ya no existe.'],
  location: ['Place or link', 'Lugar o enlace'],
  month: ['Month', 'Mes'],
  more: [(count: number) => `${count} more`, (count: number) => `${count} más`],
  moreOn: [
    (count: number, when: string) => `${count} more on ${when}`,
    (count: number, when: string) => `${count} más el ${when}`,
  ],
  next: ['Next', 'Siguiente'],
  previous: ['Previous', 'Anterior'],
  start: ['Start', 'Inicio'],
  title: ['Calendar', 'Calendario'],
  titleField: ['Title', 'Título'],
  today: ['Today', 'Hoy'],
  view: ['View', 'Vista'],
  week: ['Week', 'Semana'],
  zone: [(zone: string) => `Times in ${zone}`, (zone: string) => `Horas en ${zone}`],
});
