import { defineModule } from '../../module.js';
import { models } from './create-models.js';
import { modelPort } from './model-port.js';

export { type Models, models } from './create-models.js';
export { modelOf } from './model-port.js';

export const modelsModule = defineModule({
  name: 'automation/models',
  services: [models],
  ports: { model: modelPort },
});
