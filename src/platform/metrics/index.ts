export {
  collectProcessMetrics,
  counter,
  gauge,
  histogram,
  type Reading,
  registry,
  type Watched,
  watched,
} from './registry.js';
export { shareReading } from './share-reading.js';
