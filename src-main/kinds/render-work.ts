/** What the job of a delivery works with. */
import type { Signing } from '../accounts/signing.ts'
import type { Work } from '../jobs/kind.ts'
import type { Assets } from '../library/assets.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Takes } from '../library/takes.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { RenderJobPlan } from '../media/plan/render-job.ts'
import type { SegmentCache } from '../media/render/segment-cache.ts'
import { isFault } from '#contract/faults.ts'

export interface RenderPorts {
  readonly deliveries: Deliveries
  readonly takes: Takes
  readonly assets: Assets
  readonly signing: Pick<Signing, 'signer'>
  readonly segmentCache: Pick<SegmentCache, 'has' | 'take' | 'keep'>
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  /** Absolute path of the folder that films are delivered to. */
  readonly deliveriesFolder: string
}

export type RenderWork = Work<RenderJobPlan> & RenderPorts

/** Of a delivery that was deleted while it was rendered, nobody would know the files. */
export async function isOwned({ deliveries, plan }: Pick<RenderWork, 'deliveries' | 'plan'>): Promise<boolean> {
  try {
    await deliveries.get(plan.deliveryId)
    return true
  }
  catch (error) {
    if (isFault(error, 'not-found'))
      return false
    throw error
  }
}
