/** A project that is dragged, onto a folder. */
import { ProjectId } from '#contract/words.ts'
import { keptDrag } from '../folders/kept-drag.ts'

export const projectDrag = keptDrag('project', ProjectId)
