/**
 * The sequence that Takeroom's own lists carry besides what all programs read in them: packed, with a fingerprint of the rest of the list.
 * Where another program has changed the rest, it is no longer that sequence.
 */
import type { Element } from './xml.ts'
import { z } from 'zod'
import { fingerprintOfJson, fingerprintOfXml } from './fingerprint.ts'
import { allOf, readXml } from './xml.ts'

export interface Carried {
  /** As base64 of what is deflated. It is foreign: `ownFilmIn` reads it. */
  readonly packed: string
  /** The rest of the list is as Takeroom wrote it. */
  readonly isSame: boolean
}

/** Where it is: in `metadata.takeroom` of OTIO, in a property of MLT, in an `md` of FCPXML. */
export const carriedKey = 'sequence'
export const carriedProperty = 'takeroom:sequence'
export const carriedMd = 'app.takeroom.sequence'
/** Longer ones are none that Takeroom wrote: readers of XML that use libxml2 refuse a file with a text of 10 million letters. */
export const mostPacked = 8 * 2 ** 20
/** Of a list in MLT: melt takes a second for a property of this length, and minutes for one of the other. */
export const mostInMlt = 2 ** 20

/** What is written of it. */
export function carriedText(fingerprint: string, packed: string): string {
  return `${fingerprint} ${packed}`
}

function carriedOf(text: string | undefined, fingerprint: () => string | null): Carried | null {
  const space = text?.indexOf(' ') ?? -1
  return text === undefined || space < 1 || text.length > mostPacked
    ? null
    : { packed: text.slice(space + 1), isSame: text.slice(0, space) === fingerprint() }
}

const Otio = z.looseObject({ metadata: z.looseObject({ takeroom: z.looseObject({ [carriedKey]: z.string() }) }) })

/** Of a timeline as JSON. */
export function otioFingerprint(timeline: unknown): string | null {
  const own = Otio.safeParse(timeline).data
  if (!own)
    return fingerprintOfJson(timeline)
  const { [carriedKey]: _, ...takeroom } = own.metadata.takeroom
  return fingerprintOfJson({ ...own, metadata: { ...own.metadata, takeroom } })
}

const isMd = ({ name, attributes }: Element): boolean => name === 'md' && attributes.get('key') === carriedMd
const isProperty = ({ name, attributes }: Element): boolean => name === 'property' && attributes.get('name') === carriedProperty

/** Of the root of MLT or FCPXML. */
export function xmlFingerprint(root: Element): string {
  return fingerprintOfXml(root, element => isProperty(element) || (element.name === 'metadata' && element.children.some(isMd)))
}

/** Null where the list carries none, whatever it is. */
export function carriedIn(text: string): Carried | null {
  if (/^\s*\{/.test(text.slice(0, 1000)))
    return text.includes('"takeroom"') ? carriedInOtio(text) : null
  if (!text.includes(carriedMd) && !text.includes(carriedProperty))
    return null
  const root = readXml(text)
  const own = root.name === 'mlt'
    ? allOf(root, 'property').find(isProperty)?.text.trim()
    : allOf(root, 'md').find(isMd)?.attributes.get('value')
  return carriedOf(own, () => xmlFingerprint(root))
}

function carriedInOtio(text: string): Carried | null {
  let timeline: unknown
  try {
    timeline = JSON.parse(text)
  }
  catch {
    return null
  }
  const own = Otio.safeParse(timeline).data?.metadata.takeroom[carriedKey]
  return carriedOf(own, () => otioFingerprint(timeline))
}
