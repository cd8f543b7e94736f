/** Which takes are tries of the same thing: of the same request but for its seed, of one picture of a storyboard, of one spoken text. */
import type { Take } from '#contract/takes.ts'
import type { TakeKind } from '#contract/words.ts'
import { parsedJson, plainText } from '#rules/plain-data.ts'
import { sha256 } from '../base/hash.ts'

/** Each try of these differs, and a person chooses among them. A transcript is the same again. */
const hasTries: Readonly<Record<TakeKind, boolean>> = {
  ...{ speech: true, image: true, edit: true, video: true },
  ...{ transcribe: false, chat: false, import: false },
}

/** 52 bits: exact as a number, in SQLite and here. */
const digits = 13

function withoutSeed(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'seed'))
    : value
}

export interface Tried extends Pick<Take, 'kind' | 'modelId' | 'isPractice'> {
  readonly madeFrom: string | null
  /** Null where there is none, or none that can be read. */
  readonly request: { readonly path?: unknown, readonly fields?: unknown, readonly spokenIn?: unknown } | null
}

/** What was tried; undefined for what is no try. */
function askedOf({ modelId, madeFrom, request }: Tried): unknown {
  if (madeFrom !== null) {
    // The fingerprint of a spoken text, which names its voice however that is registered; or a picture, whatever its prompt was.
    const parts = parsedJson(madeFrom)
    return Array.isArray(parts) ? parts.map(withoutSeed) : madeFrom
  }
  return request ? [modelId, request.path, withoutSeed(request.fields), request.spokenIn ?? null] : undefined
}

/** Equal for takes of one stack; 0 for a take of none. */
export function stackKeyOf(take: Tried): number {
  const asked = hasTries[take.kind] ? askedOf(take) : undefined
  if (asked === undefined)
    return 0
  const key = sha256(plainText([take.kind, take.isPractice, asked]))
  // 0 is for none.
  return Math.max(1, Number.parseInt(key.slice(0, digits), 16))
}
