/** The next step of a project, from what it has: a person who delivers for the first time is told one thing at a time. */

/** What a project has, counted over its script. */
export interface ProjectFacts {
  readonly isSample: boolean
  /** Another project than the sample has a delivery. */
  readonly hasDelivered: boolean
  /** Spoken lines with words. */
  readonly wordedLines: number
  /** Speakers of such lines who have no voice, or none that the catalogue has a model for, in the order of the script. */
  readonly voiceless: readonly string[]
  /** Lines with a voice that have to be generated. */
  readonly toMake: number
  readonly beingMade: number
  /** Planned images of the storyboard that have to be generated. */
  readonly toDraw: number
  readonly beingDrawn: number
  /** Lines that may have been charged, and wait for the user's decision. */
  readonly unsure: number
  readonly takes: number
  /** An empty one is none: there is nothing to deliver. */
  readonly sequences: number
  /** Finished deliveries of this project. */
  readonly delivered: number
  readonly isRendering: boolean
}

export type NextStep
  = | { readonly is: 'write' | 'decide' | 'look' | 'deliver' | 'own' }
    | { readonly is: 'cast', readonly speaker: string, readonly others: number }
    | { readonly is: 'make' | 'draw', readonly count: number }
    | { readonly is: 'wait', readonly lines: number, readonly images: number }

/** Null where there is nothing to tell: a person who has delivered knows the way. */
export function nextStep(facts: ProjectFacts): NextStep | null {
  if (facts.hasDelivered)
    return null
  if (facts.delivered > 0)
    return facts.isSample ? { is: 'own' } : null
  return facts.isRendering ? null : stepOfScript(facts) ?? { is: facts.sequences === 0 ? 'look' : 'deliver' }
}

/** Null when the script has all its takes, or when the project has none: then it is made of images and recordings. */
function stepOfScript(facts: ProjectFacts): NextStep | null {
  const [speaker, ...others] = facts.voiceless
  if (facts.wordedLines === 0)
    return facts.takes + facts.sequences === 0 ? { is: 'write' } : null
  if (facts.unsure > 0)
    return { is: 'decide' }
  if (speaker !== undefined)
    return { is: 'cast', speaker, others: others.length }
  if (facts.toMake > 0)
    return { is: 'make', count: facts.toMake }
  // What the sequence has is not asked for again: images that are planned later are no step on the way to the first delivery.
  if (facts.toDraw > 0 && facts.sequences === 0)
    return { is: 'draw', count: facts.toDraw }
  return facts.beingMade + facts.beingDrawn > 0 ? { is: 'wait', lines: facts.beingMade, images: facts.beingDrawn } : null
}
