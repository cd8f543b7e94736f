/** Encodes a media reference in a URL: base64url of its JSON, parsed back with the contract's schema. */
import { Buffer } from 'node:buffer'
import { longestCourseKey } from '#contract/ramp.ts'
import { MediaRef } from '#contract/studio.ts'
import { readJson } from '#rules/plain-data.ts'

/** The longest reference has an id and a course of speeds, in base64; anything longer is not ours. */
export const longestReference = Math.ceil((longestCourseKey + 400) * 4 / 3)

export function writeMediaRef(ref: MediaRef): string {
  return Buffer.from(JSON.stringify(ref)).toString('base64url')
}

/** Null for anything that `writeMediaRef` did not make. */
export function readMediaRef(text: string): MediaRef | null {
  if (text.length > longestReference || !/^[\w-]+$/.test(text))
    return null
  return readJson(MediaRef, Buffer.from(text, 'base64url').toString('utf8')) ?? null
}
