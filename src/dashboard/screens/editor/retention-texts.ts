import { defineTexts } from '../../i18n/texts';

export const retentionTexts = defineTexts({
  keep: ['Ended executions to keep', 'Ejecuciones terminadas que se conservan'],
  keepHint: [
    'What is not kept is deleted within a minute of its end.',
    'Lo que no se conserva se elimina menos de un minuto después de terminar.',
  ],
  keepAll: ['All', 'Todas'],
  keepFailures: ['Failed ones', 'Las que fallaron'],
  keepNone: ['None', 'Ninguna'],
  keepDays: ['Days', 'Días'],
  keepFailedDays: ['Days for failed ones', 'Días para las que fallaron'],
  retentionDefault: ['As the server', 'Los del servidor'],
});
