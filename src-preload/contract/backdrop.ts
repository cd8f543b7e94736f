/** What is seen behind a picture that leaves a part of the frame free: the same picture, blurred and darker, which fills the frame. */
import { z } from 'zod'

export const Backdrop = z.object({
  /** The standard deviation of the blur, as a share of the longer side of the picture. */
  blur: z.number().min(0.02).max(0.1),
  /** 0 leaves it as bright as the picture. */
  darkness: z.number().min(0).max(0.9),
})
export type Backdrop = z.infer<typeof Backdrop>
