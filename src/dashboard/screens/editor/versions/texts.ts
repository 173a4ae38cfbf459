import { defineTexts } from '../../../i18n/texts';

export const versionTexts = defineTexts({
  against: ['compared with', 'comparada con'],
  comparison: ['Comparison of versions', 'Comparación de versiones'],
  emptyFlow: ['An empty flow', 'Un flujo vacío'],
  missing: [
    'One of these versions does not exist. Choose one from the list.',
    'Una de estas versiones no existe. Elige una de la lista.',
  ],
  version: [(version: number) => `Version ${version}`, (version: number) => `Versión ${version}`],
});
