import { defineTexts } from '../../i18n/texts';

export const unsaved = defineTexts({
  discard: ['Discard', 'Descartar'],
  from: ['Your unsaved changes from', 'Tus cambios sin guardar de'],
  leave: ['Leave', 'Salir'],
  older: [
    'They were made over an older version of this flow.',
    'Se hicieron sobre una versión anterior de este flujo.',
  ],
  restore: ['Restore', 'Restaurar'],
  stay: ['Stay', 'Quedarse'],
  text: [
    'They could not be sent. This browser keeps them and offers them when you return.',
    'No se pudieron enviar. Este navegador los guarda y te los ofrece cuando vuelvas.',
  ],
  title: ['Your changes are not saved', 'Tus cambios no están guardados'],
});
