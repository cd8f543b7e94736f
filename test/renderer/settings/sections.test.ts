/** The sections of the settings: the search finds every one, and leads to an element that is there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import {
  allSections,
  entriesOf,
  findSettings,
  modelSetting,
  routeOf,
  sectionOfHash,
} from '../../../src-renderer/rooms/settings/sections.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../src-renderer/texts/zh/index.ts'

const textsOf = { en, zh }

const room = 'src-renderer/rooms/settings'
const models = builtInModels.map(model => ({ ...model, isHidden: false }))
const found = (asked: string, language: 'en' | 'zh' = 'en') => findSettings(asked, textsOf[language], models)

describe('the search', () => {
  it('leads to an element of the room, and every marked element is found', () => {
    const marked = readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.vue'))
      .flatMap(name => [...readFileSync(join(room, name), 'utf8').matchAll(/ data-setting="([\w-]+)"/g)].map(match => match[1]))
    const listed = entriesOf(textsOf.en, []).filter(entry => entry.tab === undefined).map(entry => entry.id)
    expect(marked.toSorted()).toEqual(listed.toSorted())
  })

  it.each(['en', 'zh'] as const)('finds every setting by its own name (%s)', (language) => {
    for (const entry of entriesOf(textsOf[language], models))
      expect(found(entry.label, language), entry.id).toContainEqual(entry)
  })

  it('puts a setting that is named so before those that only mention it', () => {
    expect(found('backup')[0]).toMatchObject({ id: 'backup', section: 'safety' })
    expect(found('dark')[0]).toMatchObject({ id: 'theme', section: 'look' })
    expect(found('higgs').every(entry => entry.section === 'models')).toBe(true)
    expect(found(models[0]!.id)[0]?.id).toBe(modelSetting(models[0]!))
    expect(found('限额', 'zh')[0]?.section).toBe('spend')
  })

  it('finds nothing for words that no setting has', () => {
    expect(found('zzz')).toEqual([])
  })
})

it('links from before the sections lead to the section that has what they meant', () => {
  expect(['', '#safety', '#studio', '#models'].map(sectionOfHash)).toEqual(['accounts', 'safety', 'about', 'models'])
  expect(Object.keys(routeOf)).toEqual([...allSections])
})
