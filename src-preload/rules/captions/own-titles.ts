/** A person's own titles: made from a title of the timeline, placed again at any rate, and the file in which they are exchanged. */
import type { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import { z } from 'zod'
import { OwnTitle } from '#contract/own-titles.ts'
import { withoutDirections } from '#contract/words.ts'
import { tidyName } from '../deliver/own-presets.ts'
import { parsedJson } from '../plain-data.ts'
import { lastText, withWholeCounter } from './counter.ts'

export const mostOwnTitles = 50

/** More than fifty titles ever need. */
const mostCharacters = 400_000
const version = 1

/** What is exchanged; the importing studio gives it an id. */
export type NewTitle = Omit<OwnTitle, 'id'>
const NewTitle = OwnTitle.omit({ id: true })

/** Null for a picture. It is named after its first row. */
export function titleOf(clip: PictureClip, { numerator, denominator }: FrameRate): NewTitle | null {
  if (!clip.title)
    return null
  const seconds = (frames: number): number => Math.round(frames * denominator / numerator * 1000) / 1000
  return {
    name: tidyName(withoutDirections(lastText(clip.title).split('\n').find(row => row.trim() !== '') ?? '')) || '–',
    ...withWholeCounter(clip.title),
    look: clip.look,
    seconds: Math.max(0.01, seconds(clip.length)),
    fadeInSeconds: seconds(clip.fadeIn),
    fadeOutSeconds: seconds(clip.fadeOut),
  }
}

export function writeTitleFile(titles: readonly NewTitle[]): string {
  return `${JSON.stringify({ takeroom: 'titles', version, titles: titles.map(title => NewTitle.parse(title)) }, null, 2)}\n`
}

const Envelope = z.object({ takeroom: z.literal('titles'), version: z.int().min(1), titles: z.array(z.unknown()).min(1) })

/** Why a file is refused: nothing of it is taken. */
export type TitleRefusal = 'too-large' | 'not-titles' | 'newer' | 'damaged'

export function readTitleFile(text: string): { readonly titles: readonly NewTitle[] } | { readonly refused: TitleRefusal } {
  if (text.length > mostCharacters)
    return { refused: 'too-large' }
  const envelope = Envelope.safeParse(parsedJson(text.replace(/^\uFEFF/, ''))).data
  if (!envelope)
    return { refused: 'not-titles' }
  if (envelope.version > version)
    return { refused: 'newer' }
  const read = z.array(NewTitle).max(mostOwnTitles).safeParse(envelope.titles).data
  const titles = read?.map(title => ({ ...title, name: tidyName(withoutDirections(title.name)) }))
  return titles?.every(({ name }) => name !== '') ? { titles } : { refused: 'damaged' }
}

/** Of what was kept, those that are whole. */
export function ownTitlesIn(kept: unknown): OwnTitle[] {
  const found = (Array.isArray(kept) ? kept : []).flatMap((each: unknown) => OwnTitle.safeParse(each).data ?? [])
  return found.filter((title, at) => found.findIndex(({ id }) => id === title.id) === at).slice(0, mostOwnTitles)
}
