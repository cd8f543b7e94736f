/** The calls of Deliver: preflight, renders, and the list of deliveries. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Engine } from '../jobs/engine.ts'
import type { DeliveredSources } from '../library/delivered-sources.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { DeliveryChoicesStore } from '../library/delivery-choices.ts'
import type { Renditions } from '../library/renditions.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { SegmentCache } from '../media/render/segment-cache.ts'
import type { Deliver } from './deliver-port.ts'
import type { Prerender } from './prerender.ts'
import { Fault } from '#contract/faults.ts'
import { cutTo } from '#rules/deliver/part.ts'
import { pathOfDelivered } from '../library/deliveries.ts'
import { layoutOf } from '../sequences/lay-out-project.ts'
import { createDeliveredPreviews } from './delivered-preview.ts'
import { shownCaptions } from './shown-captions.ts'
import { createShownSounds } from './shown-sound.ts'

export type DeliveryPorts = Parameters<typeof layoutOf>[0] & {
  readonly ahead: Prerender
  readonly deliver: Deliver
  readonly deliveries: Deliveries
  readonly deliveredSources: DeliveredSources
  readonly deliveryChoices: DeliveryChoicesStore
  readonly engine: Pick<Engine, 'wake'>
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  readonly ports: { readonly reveal: ((path: string) => Promise<void>) | null }
  readonly renditions: Renditions
  readonly segmentCache: SegmentCache
}

export function deliveryHandlers(parts: DeliveryPorts): StudioHandlers['deliveries'] {
  const { ahead, deliver, deliveries, deliveredSources: sources, deliveryChoices, engine, ffmpeg, ports, renditions, segmentCache } = parts
  const previews = createDeliveredPreviews({ deliveries, sources, renditions })
  const shownSound = createShownSounds(ffmpeg)
  return {
    changes: ({ projectId }, { signal }) => deliveries.changes(projectId, signal),
    choices: ({ projectId }, { signal }) => deliveryChoices.changes(projectId, signal),
    choose: ({ projectId, choices, expected }) => deliveryChoices.change(projectId, choices, expected),
    preflight: async input => ({ findings: await deliver.preflight((await layoutOf(parts, input)).sequence, input) }),
    async predictLoudness({ target, levelsLines, part, ...layout }, { signal }) {
      const sequence = cutTo((await layoutOf(parts, layout)).sequence, part)
      const { report, clips } = await deliver.predictLoudness({ sequence, target, levelsLines }, signal)
      return { report, clips: [...clips] }
    },
    async render(input) {
      const delivery = await deliver.render(input)
      engine.wake()
      return { delivery }
    },
    ahead: (wish, { signal }) => ahead.follow(wish, signal),
    since: async ({ deliveryId }) => ({ changes: await deliver.since(deliveryId) }),
    async again({ requestId, deliveryId }) {
      const delivery = await deliver.again(requestId, deliveryId)
      engine.wake()
      return { delivery }
    },
    captions: async ({ deliveryId }) => ({ captions: await shownCaptions(await deliveries.get(deliveryId), ffmpeg) }),
    sound: async ({ deliveryId }, { signal }) => shownSound(await deliveries.get(deliveryId), signal),
    preview: ({ deliveryId }, { signal }) => previews.follow(deliveryId, signal),
    fileName: async ({ name }) => ({ base: await deliver.fileName(name) }),
    lacking: async () => ({ presets: (await deliver.lacking()).map(({ presetId, needs }) => ({ presetId, needs: [...needs] })) }),
    hardware: async () => ({ encoders: await deliver.hardware() }),
    kitSizes: async wish => ({ parts: await deliver.kitSizes(wish) }),
    log: async ({ deliveryId }) => ({ text: await deliveries.log(deliveryId) }),
    trash: async ({ deliveryId }) => ({ delivery: await deliveries.trash(deliveryId) }),
    storage: (_, { signal }) => segmentCache.storage(signal),
    clear: async () => ({ freedBytes: await segmentCache.clear() }),
    async reveal({ deliveryId }) {
      const delivery = await deliveries.get(deliveryId)
      const [file] = delivery.files
      if (ports.reveal === null || !file)
        throw new Fault('not-in-this-host', { what: delivery.folder })
      const path = pathOfDelivered(delivery, file)
      if (path === null)
        throw new Fault('not-found', { word: 'delivery', id: deliveryId })
      await ports.reveal(path)
      return {}
    },
  }
}
