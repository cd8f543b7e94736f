/** Templates: whole in both languages, within what the calls allow, and read again as what they are. */
import type { ScriptText } from '#rules/script/script-lines.ts'
import { describe, expect, it } from 'vitest'
import { TemplateId } from '#contract/projects.ts'
import { Casting, LineRole } from '#contract/script.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { headingOf, isSpoken, speakersOf } from '#rules/script/script-lines.ts'
import { templateOf } from '#rules/templates/templates.ts'

const all = TemplateId.options.flatMap(id => (['en', 'zh'] as const).map(language => ({ id, language, is: templateOf({ id, language }) })))

describe.each(all)('template $id in $language', ({ language, is }) => {
  it('has a name, speakers with lines, and headings or directions', () => {
    expect(is.title).toMatch(/\S/)
    expect(speakersOf(is.lines)).not.toContain('')
    expect(is.lines.filter(isSpoken).length).toBeGreaterThanOrEqual(5)
    expect(is.lines.some(line => headingOf(line) !== null || !isSpoken(line) || line.direction !== '')).toBe(true)
  })

  it('is what a call may bring', () => {
    const { speaker } = Casting.shape
    expect(is.lines.every(line => speaker.safeParse(line.speaker).data === line.speaker && line.direction.length <= 2000)).toBe(true)
    expect(is.lines.map(line => line.role ?? 'speech').filter(role => !LineRole.safeParse(role).success)).toEqual([])
  })

  it('is delivered by a preset that is there, of the shape of its video', () => {
    const preset = presetById(is.presetId)
    expect(preset).toBeDefined()
    const { width, height } = preset?.video ?? {}
    expect(preset?.video ? { width, height } : null).toEqual(is.size)
  })

  it('plans images only for a video, each at a line of its own', () => {
    expect(is.pictures.length > 0).toBe(is.size !== null)
    expect(new Set(is.pictures.map(({ at }) => at)).size).toBe(is.pictures.length)
    expect(is.pictures.every(({ at }) => is.lines[at] && isSpoken(is.lines[at]))).toBe(true)
    expect(is.pictures.flatMap(({ prompt, motion }) => [prompt, motion])).not.toContain('')
  })

  it('is written in its language', () => {
    const ofLines = is.lines.flatMap(line => [line.speaker, line.text, line.direction])
    const texts = [is.title, is.style, ...ofLines, ...is.pictures.map(each => each.prompt)]
    const isChinese = (text: string): boolean => /[\u4E00-\u9FFF]/.test(text)
    expect(texts.filter(text => text !== '' && isChinese(text) !== (language === 'zh'))).toEqual([])
  })
})

it('a podcast is as loud as podcasts are, and an audiobook has chapters', () => {
  const lufs = all.filter(({ id }) => id === 'podcast').map(({ is }) => presetById(is.presetId)?.loudness?.targetLufs)
  expect(lufs).toEqual([-16, -16])
  const chapters = (lines: readonly ScriptText[]): number => lines.filter(line => headingOf(line) !== null).length
  const books = all.filter(({ id }) => id === 'audiobook').map(({ is }) => [is.presetId, chapters(is.lines)])
  expect(books).toEqual([['audiobook-m4b', 2], ['audiobook-m4b', 2]])
})
