/** The built-in model catalogue: every model and parameter of the service document, as data. */
import type { Model } from '#contract/models.ts'
import { chatModels } from './chat.ts'
import { imageModels } from './image.ts'
import { speechModels } from './speech.ts'
import { transcribeModels } from './transcribe.ts'
import { videoModels } from './video.ts'

export const builtInModels: readonly Model[] = [...speechModels, ...imageModels, ...videoModels, ...transcribeModels, ...chatModels]
