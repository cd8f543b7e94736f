/** Long speech: the number of parts is shown before sending, and the parts are folded under the joined take. */
import type { Model } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { spokenParts } from '#rules/script/spoken-parts.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { foldParts } from '../../../src-renderer/rooms/make/results/fold-parts.ts'

function modelNamed(id: string): Model {
  const model = builtInModels.find(one => one.id === id)
  if (!model)
    throw new Error(`no model ${id}`)
  return model
}

/** Only the members that are read here. */
function take(id: string, sources: string[] = [], kind: Take['kind'] = 'speech'): Take {
  return { id, kind, sourceTakeIds: sources } as unknown as Take
}
const shape = (rows: ReturnType<typeof foldParts>) => rows.map(row => [row.take.id, ...row.parts.map(part => part.id)])

describe('parts of a text', () => {
  const sentence = 'The tide went out and did not come back before morning. '

  it('are several only above the model’s recommended length, and joined give the same text', () => {
    const text = sentence.repeat(40).trim()
    const parts = spokenParts(modelNamed('chatterbox'), { text })
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.every(part => [...part].length <= 1000)).toBe(true)
    expect(parts.join(' ')).toBe(text)
    expect(spokenParts(modelNamed('chatterbox'), { text: sentence })).toEqual([sentence])
  })

  it('are one for a model without a limit, and none for empty text', () => {
    expect(spokenParts(modelNamed('higgs2p5'), { text: sentence.repeat(100) })).toHaveLength(1)
    expect(spokenParts(modelNamed('higgs2p5'), {})).toEqual([])
    expect(spokenParts(modelNamed('eigen-image'), { text: sentence })).toEqual([])
  })
})

describe('foldParts', () => {
  it('puts parts under their joined take, in the order of the text', () => {
    expect(shape(foldParts([take('whole', ['a', 'b']), take('b'), take('a'), take('other')]))).toEqual([['whole', 'a', 'b'], ['other']])
  })

  it('leaves out parts whose join is still in progress, and folds nothing under a source clip', () => {
    expect(shape(foldParts([take('a'), take('b')], new Set(['a' as TakeId])))).toEqual([['b']])
    expect(shape(foldParts([take('speech', ['clip']), take('clip', [], 'import')]))).toEqual([['speech'], ['clip']])
  })
})
