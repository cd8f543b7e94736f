/** Creates what makes: requests to the service with their cost, deliveries, rendering ahead, and the sample project. */
import type { BaseParts } from './base-parts.ts'
import type { LibraryParts } from './library-parts.ts'
import type { QueueParts } from './queue-parts.ts'
import type { ServiceParts } from './service-parts.ts'
import { join } from 'node:path'
import { createDeliver } from '../deliver/deliver.ts'
import { createPrerender } from '../deliver/prerender.ts'
import { createCostEstimator } from '../kinds/estimate-cost.ts'
import { createMake } from '../make/make.ts'
import { createSample } from '../sample/sample.ts'

/** What `createMakingParts` creates. */
export type MakingParts = ReturnType<typeof createMakingParts>

export function createMakingParts(needs: BaseParts & ServiceParts & LibraryParts & QueueParts) {
  const { ports, settings, models, renditions, engine, scope } = needs
  const workFolder = join(ports.folder, 'work')
  const make = createMake({ ...needs, models: models.all, wake: engine.wake })
  const deliver = createDeliver({
    ...needs,
    sequences: { get: needs.played },
    storedSequence: needs.sequences.get,
    peaksOf: renditions.peaksOf,
    ownPresets: async () => (await settings.get()).presets,
    deliveriesFolder: ports.deliveriesFolder,
    workFolder,
  })
  const ahead = createPrerender({
    ...needs,
    freeze: deliver.freeze,
    isAllowed: async () => (await settings.get()).rendersAhead,
    isOnBattery: ports.isOnBattery,
    isWorking: engine.isWorking,
    workFolder,
  })
  scope.add(ahead.close)
  const sample = createSample({ ...needs, make, signal: scope.signal })
  return { make, deliver, ahead, sample, costEstimator: createCostEstimator(needs) }
}
