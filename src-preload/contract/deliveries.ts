/** Deliveries: rendered files for use outside the studio. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { CaptionMode } from './presets.ts'
import { Layout } from './sequence-document.ts'
import { DeliveryId, Instant, JobId, Name, ProjectId, RequestId, SequenceId } from './words.ts'

export const DeliveryFile = z.object({
  role: z.enum(['video', 'captions']),
  name: z.string(),
  sizeBytes: z.int(),
})
export type DeliveryFile = z.infer<typeof DeliveryFile>

/** Measured on the finished file; without a target it was left as loud as it is. */
export const LoudnessReport = z.object({ integratedLufs: z.number(), truePeakDbtp: z.number(), targetLufs: z.number().nullable() })
export type LoudnessReport = z.infer<typeof LoudnessReport>

export const Delivery = z.object({
  id: DeliveryId,
  projectId: ProjectId,
  sequenceId: SequenceId,
  jobId: JobId,
  name: z.string(),
  presetId: z.string(),
  width: z.int(),
  height: z.int(),
  captionMode: CaptionMode,
  /** Empty until the render is done. */
  files: z.array(DeliveryFile),
  durationSeconds: z.number().nullable(),
  loudness: LoudnessReport.nullable(),
  /** Read-only: the folder of the files on the studio's machine. */
  folder: z.string(),
  isMissing: z.boolean(),
  createdAt: Instant,
})
export type Delivery = z.infer<typeof Delivery>

export const PreflightFinding = z.object({
  finding: z.enum([
    ...['empty', 'missing-media', 'stale-line', 'line-not-made', 'no-picture', 'broken-media', 'short-source'] as const,
    ...['gap', 'flash', 'no-ffmpeg', 'little-space'] as const,
  ]),
  isBlocking: z.boolean(),
  /** Number of captions, and the text of the first. */
  count: z.int(),
  example: z.string(),
})
export type PreflightFinding = z.infer<typeof PreflightFinding>

const OneDelivery = {
  input: z.object({ deliveryId: DeliveryId }),
  output: z.object({ delivery: Delivery }),
  faults: ['not-found', 'library-read-only'],
} as const

export const deliveries = {
  /** The deliveries of one project, then changes. */
  changes: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(Delivery, DeliveryId) }),
  /** Checks a sequence before it is rendered; null checks this layout of the script. */
  preflight: procedure({
    effect: 'reads',
    input: Layout.extend({ sequenceId: SequenceId.nullable() }),
    output: z.object({ findings: z.array(PreflightFinding) }),
    faults: ['not-found', 'nothing-to-lay-out', 'newer-document'],
  }),
  /** Queues a render of the stored sequence, which it does not change. Local work: free, but takes time. */
  render: procedure({
    effect: 'writes',
    input: z.object({
      requestId: RequestId,
      sequenceId: SequenceId,
      presetId: z.string().max(50),
      captionMode: CaptionMode,
      name: Name,
    }),
    output: z.object({ delivery: Delivery }),
    faults: ['not-found', 'newer-document', 'nothing-to-deliver', 'no-ffmpeg', 'disk-full', 'library-read-only'],
  }),
  /** Moves the delivery to the trash; its files stay where they are. */
  trash: procedure({ effect: 'writes', ...OneDelivery }),
  /** Restores the delivery from the trash. */
  restore: procedure({ effect: 'writes', ...OneDelivery }),
  /** The disk space that encoded segments use, now and after each change. */
  storage: feed({ input: z.object({}), event: z.object({ sizeBytes: z.number(), count: z.int() }) }),
  /** Deletes all encoded segments. They are encoded again when a delivery needs them. */
  clear: procedure({ effect: 'writes', input: z.object({}), output: z.object({ freedBytes: z.number() }) }),
  /** Shows the files in the system's file manager, on hosts that have one. */
  reveal: procedure({
    effect: 'reads',
    input: z.object({ deliveryId: DeliveryId }),
    output: z.object({}),
    faults: ['not-found', 'not-in-this-host'],
  }),
}
