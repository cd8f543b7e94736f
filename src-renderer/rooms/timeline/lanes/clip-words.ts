/** What a clip is called, and the states that are shown on it and spoken. */
import type { Line } from '#contract/script.ts'
import type { Clip } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { Texts } from '../../../texts/texts.ts'
import { lastText } from '#rules/captions/counter.ts'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { isBehind } from '#rules/sequence/new-take.ts'
import { averageSpeed } from '#rules/sequence/ramp.ts'
import { showTime } from '../../../parts/text/show-time.ts'

export const clipStates = ['missing', 'stale', 'making', 'preparing', 'locked', 'muted', 'disabled', 'linked', 'nested'] as const
export type ClipState = typeof clipStates[number]

export interface ClipFacts {
  readonly clip: Clip
  readonly line: Line | undefined
  readonly take: Take | undefined
  /** The name of the sequence that the clip plays; undefined where there is none. */
  readonly nested?: string | undefined
  readonly isGone: boolean
  readonly isMaking: boolean
  /** No preview of its picture is there yet. */
  readonly isPreparing: boolean
  readonly isLocked: boolean
  readonly isMuted: boolean
  /** A caption that says what its line said before. */
  readonly hasOldWords: boolean
}

export function statesOf({ clip, line, take, isGone, isMaking, isPreparing, isLocked, isMuted, hasOldWords }: ClipFacts): ClipState[] {
  const isBehindLine = line !== undefined && 'points' in clip && (line.state === 'stale' || isBehind(clip, line.chosenTakeId))
  const has: Record<ClipState, boolean> = {
    missing: isGone || Boolean(take?.asset.isMissing) || Boolean(take?.trashedAt),
    stale: isBehindLine || hasOldWords,
    making: isMaking,
    preparing: isPreparing,
    locked: isLocked,
    muted: isMuted,
    disabled: clip.isDisabled === true,
    linked: clip.linkId !== null,
    nested: isNested(clip),
  }
  return clipStates.filter(state => has[state])
}

/** Captions and titles by their words, lines by their speaker and text, everything else by its take. */
export function nameOf({ clip, line, take, nested }: Pick<ClipFacts, 'clip' | 'line' | 'take' | 'nested'>, t: Texts): string {
  if ('speaker' in clip)
    return clip.text || t.timeline.emptyCaption
  if ('title' in clip && clip.title)
    return lastText(clip.title).split('\n')[0] || t.timeline.emptyTitle
  if (isAdjustment(clip))
    return t.grading.adjustment.name
  if (line && 'points' in clip)
    return line.text
  if (isNested(clip))
    return nested ?? t.timeline.nested.missing
  return take?.title ?? t.timeline.unknownTake
}

/** A picture may cover lines of several speakers. */
export function speakerOf({ clip, line }: Pick<ClipFacts, 'clip' | 'line'>): string {
  if ('look' in clip)
    return ''
  return 'speaker' in clip ? clip.speaker : line?.speaker ?? ''
}

/** “Anna The boat is gone., line 12, 3.4 seconds at 1:02, stale”: it begins with what is seen, for those who speak to their machine. */
export function spokenClip(facts: ClipFacts, seconds: { readonly length: number, readonly at: number }, t: Texts): string {
  const { clip, line } = facts
  const isRamped = 'ramp' in clip && clip.ramp !== undefined
  const speed = 'speed' in clip && (isRamped || clip.speed !== 100) ? `${isRamped ? '≈' : ''}${averageSpeed(clip)}%` : ''
  return [
    [speakerOf(facts), nameOf(facts, t), speed].filter(word => word !== '').join(' '),
    line ? t.timeline.lineNumber(line.position + 1) : '',
    t.timeline.lastsAt(seconds.length.toFixed(1), showTime(seconds.at)),
    ...statesOf(facts).map(state => t.timeline.states[state]),
  ].filter(word => word !== '').join(t.timeline.comma)
}
