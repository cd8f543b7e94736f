/** The kinds by which a bin is filtered, in the words of people who cut: images, shots, speech, other sound, transcripts. */
import type { TakeQuery } from '../../stores/take-query.ts'
import { TakeKind } from '#contract/words.ts'

export const binKinds = ['all', 'picture', 'video', 'speech', 'sound', 'text'] as const
export type BinKind = (typeof binKinds)[number]

/** The part of a query that finds this kind. */
export function queryOf(kind: BinKind): Pick<TakeQuery, 'kinds' | 'media'> {
  switch (kind) {
    case 'all': return { kinds: [], media: [] }
    case 'speech': return { kinds: ['speech'], media: [] }
    case 'sound': return { kinds: TakeKind.options.filter(each => each !== 'speech'), media: ['audio'] }
    case 'picture': case 'video': case 'text': return { kinds: [], media: [kind] }
    default: return kind satisfies never
  }
}
