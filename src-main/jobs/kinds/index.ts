/** The list of kinds: a new kind of work is one file in this folder and one line here. */
import type { JobKind } from '#contract/jobs.ts'
import type { AnyKind } from '../kind.ts'
import { sealKind } from '../kind.ts'
import { chat } from './chat.ts'
import { image } from './image.ts'
import { join } from './join.ts'
import { rendering } from './render.ts'
import { speech } from './speech.ts'
import { transcribe } from './transcribe.ts'
import { upload } from './upload.ts'
import { video } from './video.ts'

export const kinds: Readonly<Record<JobKind, AnyKind>> = {
  speech: sealKind(speech),
  join: sealKind(join),
  image: sealKind(image),
  edit: sealKind(image),
  video: sealKind(video),
  transcribe: sealKind(transcribe),
  chat: sealKind(chat),
  upload: sealKind(upload),
  render: sealKind(rendering),
}
