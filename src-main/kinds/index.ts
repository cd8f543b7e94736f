/** The list of kinds: a new kind of work is one file in this folder and one line here. */
import type { JobKind } from '#contract/jobs.ts'
import type { AnyKind, KindBuilder } from '../jobs/kind.ts'
import type { Nature } from '../jobs/states.ts'
import type { ChatPorts } from './chat.ts'
import type { SpeechPorts } from './cloned-voice.ts'
import type { RenderPorts } from './render-work.ts'
import { chatKind } from './chat.ts'
import { imageKind } from './image.ts'
import { joinKind } from './join.ts'
import { renderKind } from './render.ts'
import { speechKind } from './speech.ts'
import { transcribeKind } from './transcribe.ts'
import { uploadKind } from './upload.ts'
import { videoKind } from './video.ts'

/** The ports of all kinds: each uses those that it names. */
export interface KindPorts extends SpeechPorts, ChatPorts, RenderPorts {}

const builders: Readonly<Record<JobKind, KindBuilder<KindPorts>>> = {
  speech: speechKind,
  join: joinKind,
  image: imageKind,
  edit: imageKind,
  video: videoKind,
  transcribe: transcribeKind,
  chat: chatKind,
  upload: uploadKind,
  render: renderKind,
}

export function createKinds(ports: KindPorts): Readonly<Record<JobKind, AnyKind>> {
  const kinds = Object.entries(builders).map(([kind, build]) => [kind, build(ports)])
  return Object.fromEntries(kinds) as Record<JobKind, AnyKind> // the keys are the same
}

/** Undefined for a kind that this program does not know. */
export function natureOf(kind: unknown): Nature | undefined {
  return Object.entries(builders).find(([name]) => name === kind)?.[1].nature
}
