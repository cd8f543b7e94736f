/** The request form of a model: sets any of its fields through the page. */
import type { Locator } from '@playwright/test'
import type { Field, Model } from '../../../src-preload/contract/models.ts'
import { wordsOfName } from '../../../src-renderer/parts/fields/field-form.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { expect } from '../kit/expect.ts'

export type PlainValue = string | number | boolean

export const labelOf = (name: string): string => en.player.fields.names[name] ?? wordsOfName(name)

/** A valid value other than the default; null for fields without a plain value. */
export function anotherValue(field: Field): PlainValue | null {
  switch (field.type) {
    case 'integer':
    case 'number': {
      const step = field.step ?? 1
      const from = typeof field.default === 'number' ? field.default : field.min ?? 0
      const up = Math.round((from + step) * 1000) / 1000
      return field.max !== null && up > field.max ? Math.round((from - step) * 1000) / 1000 : up
    }
    case 'yes-no': return field.default !== true
    case 'choice': return field.choices?.findLast(choice => choice.value !== field.default)?.value ?? null
    case 'line':
    case 'text': return `about ${field.name}`
    case 'address': return `https://example.com/${field.name}`
    default: return null
  }
}

/** Opens every folded section. */
export async function unfoldAll(form: Locator): Promise<void> {
  const folded = form.locator('.fold[aria-expanded=false], .other[aria-expanded=false]')
  while (await folded.count() > 0)
    await folded.first().click()
}

export async function setField(form: Locator, field: Field, value: PlainValue): Promise<void> {
  const label = labelOf(field.name)
  const row = form.locator('.field-row').filter({ has: form.page().getByText(label, { exact: true }) })
  if (field.type === 'yes-no') {
    await row.getByRole('switch').click()
    return
  }
  if (field.type !== 'choice') {
    await row.getByRole('textbox').fill(String(value))
    await row.getByRole('textbox').press('Tab')
    return
  }
  const words = field.choices?.find(choice => choice.value === value)?.label ?? ''
  await row.locator('.n-select').click()
  await form.page().keyboard.type(words)
  await form.page().locator('.n-base-select-option').filter({ hasText: words }).first().click()
  await expect(row.locator('.n-select')).toContainText(words)
}

/** Sets every plain field of the model except those left out; returns the values by their names in the request. */
export async function setEverything(
  form: Locator,
  model: Model,
  without: (field: Field) => boolean,
): Promise<ReadonlyMap<string, PlainValue>> {
  await unfoldAll(form)
  const set = new Map<string, PlainValue>()
  for (const field of model.fields.filter(one => !without(one))) {
    const value = anotherValue(field)
    if (value === null)
      continue
    await setField(form, field, value)
    set.set(field.name, value)
  }
  return set
}

/** Looks up a dotted name in nested values. */
export function valueAt(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return name.split('.').reduce<unknown>(
    (inner, step) => typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined,
    values,
  )
}
