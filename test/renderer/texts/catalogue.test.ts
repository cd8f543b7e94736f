/** Every text of the built-in catalogue has a Chinese translation, and custom texts stay unchanged. */
import { expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../src-renderer/texts/zh/index.ts'

const words = builtInModels.flatMap(model => [
  [`${model.id}: summary`, model.summary],
  ...model.fields.map(field => [`${model.id} › ${field.name}`, field.help]),
  // A choice without its own label keeps the service's spelling.
  ...model.fields.filter(field => field.name !== 'voice').flatMap(field =>
    (field.choices ?? []).filter(({ value, label }) => label !== value || field.name === 'language').map(({ label }) => [
      `${model.id} › ${field.name} › ${label}`,
      label,
    ])),
  ...model.presets.flatMap(preset => [
    [`${model.id} › ${preset.name}`, preset.description],
    ...(preset.language === '' ? [] : [[`${model.id} › ${preset.name}: language`, preset.language]]),
  ]),
] as [where: string, words: string][])

it('every built-in text has a Chinese translation', () => {
  expect(words.length).toBeGreaterThan(300)
  expect(words.filter(([, said]) => !/[\u4E00-\u9FFF]/.test(zh.catalogue.said(said)))).toEqual([])
})

it('in English the texts of the catalogue are used', () => {
  expect(words.filter(([, said]) => en.catalogue.said(said) !== said)).toEqual([])
})

it('the names of languages are distinct', () => {
  for (const field of builtInModels.flatMap(model => model.fields).filter(each => each.name === 'language'
    || each.name === 'language_id')) {
    const labels = (field.choices ?? []).map(({ label }) => zh.catalogue.said(label))
    expect(new Set(labels).size).toBe(labels.length)
  }
})

it('custom texts stay unchanged', () => {
  expect(zh.catalogue.said('Our own model, do not touch')).toBe('Our own model, do not touch')
  expect(zh.catalogue.said('')).toBe('')
})

it('a transcript has one name in Chinese', () => {
  const words = (part: unknown): string[] => typeof part === 'string'
    ? [part]
    : typeof part === 'function' ? [String(part)] : Object.values(part as object).flatMap(words)
  expect(words(zh).filter(said => said.includes('文字稿'))).toEqual([])
})
