/** Fields own their keys: which act may answer where, for any chord, any field and any act. */
import type { Action } from '../../../src-renderer/actions/action.ts'
import type { FieldFacts, FieldKind, KeyPlace } from '../../../src-renderer/actions/fields.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldReasons, kindOf } from '../../../src-renderer/actions/fields.ts'
import { actionFor, mayAnswer } from '../../../src-renderer/actions/keys.ts'
import { chatActions } from '../../../src-renderer/rooms/chat/actions.ts'
import { libraryActions } from '../../../src-renderer/rooms/library/actions.ts'
import { makeActions } from '../../../src-renderer/rooms/make/actions.ts'
import { scriptActions } from '../../../src-renderer/rooms/script/actions.ts'
import { reviewActions } from '../../../src-renderer/rooms/script/review/actions.ts'
import { timelineActions } from '../../../src-renderer/rooms/timeline/actions.ts'
import { transcribeActions } from '../../../src-renderer/rooms/transcribe/actions.ts'

const kinds: readonly FieldKind[] = ['text', 'choice', 'slider', 'switch']
const whys = Object.keys(fieldReasons) as (keyof typeof fieldReasons)[] // Of the table itself.
const free: KeyPlace = { field: null, hasDialog: false, isWithin: () => false }
const inField = (field: FieldKind, within = ''): KeyPlace => ({ field, hasDialog: false, isWithin: selector => selector === within })

const modifiers = fc.subarray(['mod', 'super', 'alt', 'shift'])
const signs = 'abcdefghijklmnopqrstuvwxyz0123456789[]?/.,+-=\\'
const named = ['arrowleft', 'arrowup', 'delete', 'backspace', 'space', 'enter', 'escape', 'home', 'tab', 'f1', 'f2', 'f12']
const keys = fc.constantFrom(...signs, ...named)
const chord = fc.tuple(modifiers, keys).map(([held, key]) => [...held, key].join('+'))

describe('what has keys of its own', () => {
  it.each<[FieldFacts, FieldKind | null]>([
    [{ tag: 'input' }, 'text'],
    [{ tag: 'input', type: 'search' }, 'text'],
    [{ tag: 'input', type: 'number' }, 'text'],
    [{ tag: 'input', type: 'password' }, 'text'],
    [{ tag: 'input', type: 'constructor' }, 'text'],
    [{ tag: 'textarea' }, 'text'],
    [{ tag: 'div', isEditable: true }, 'text'],
    [{ tag: 'div', role: 'textbox' }, 'text'],
    [{ tag: 'input', type: 'range' }, 'slider'],
    [{ tag: 'div', role: 'slider' }, 'slider'],
    [{ tag: 'div', role: 'spinbutton' }, 'slider'],
    [{ tag: 'span', role: 'separator', canFocus: true }, 'slider'],
    [{ tag: 'select' }, 'choice'],
    [{ tag: 'div', isSelect: true, canFocus: true }, 'choice'],
    [{ tag: 'ul', role: 'listbox' }, 'choice'],
    [{ tag: 'div', role: 'combobox' }, 'choice'],
    [{ tag: 'input', type: 'radio' }, 'choice'],
    [{ tag: 'input', type: 'checkbox' }, 'switch'],
    [{ tag: 'div', role: 'switch' }, 'switch'],
    [{ tag: 'input', type: 'color' }, 'switch'],
    [{ tag: 'span', role: 'separator' }, null],
    [{ tag: 'input', type: 'submit' }, null],
    [{ tag: 'button' }, null],
    [{ tag: 'a' }, null],
    [{ tag: 'div', role: 'gridcell', canFocus: true }, null],
    [{ tag: 'div', role: 'constructor' }, null],
    [{ tag: 'body' }, null],
  ])('%j is %s', (facts, kind) => {
    expect(kindOf(facts)).toBe(kind)
  })
})

describe('an act and a chord', () => {
  it('in a field, an act without a reason never answers', () => {
    fc.assert(fc.property(chord, fc.constantFrom(...kinds), fc.boolean(), (pressed, kind, inDialogs) => {
      expect(mayAnswer({ inDialogs }, pressed, inField(kind))).toBe(false)
    }))
  })

  it('in a field, no reason makes a single key answer, but for F1 to F24', () => {
    const single = fc.tuple(fc.subarray(['shift']), keys).map(([held, key]) => [...held, key].join('+'))
    fc.assert(fc.property(single, fc.constantFrom(...kinds), fc.constantFrom(...whys), (pressed, kind, why) => {
      expect(mayAnswer({ inFields: { why } }, pressed, inField(kind))).toBe(/f\d+$/.test(pressed))
    }))
  })

  it('a text field keeps what it does by itself, whatever key a person chose', () => {
    const ofText = ['a', 'c', 'v', 'x', 'arrowleft', 'arrowright', 'home', 'end', 'backspace', 'delete', 'insert']
    const own = fc.tuple(fc.boolean(), fc.constantFrom(...ofText)).map(([isShifted, key]) => `mod+${isShifted ? 'shift+' : ''}${key}`)
    fc.assert(fc.property(own, fc.constantFrom(...whys), (pressed, why) => {
      expect(mayAnswer({ inFields: { why } }, pressed, inField('text'))).toBe(false)
    }))
  })

  it('answers only in the fields that its reason is about', () => {
    const send = { inFields: { why: 'send', within: '.line' } } as const
    expect(mayAnswer(send, 'mod+enter', inField('text', '.line'))).toBe(true)
    expect(mayAnswer(send, 'mod+enter', inField('text', '.bin'))).toBe(false)
    expect(mayAnswer(send, 'mod+enter', free)).toBe(true)
  })

  it('over a dialog only what says so answers, in its fields and next to them', () => {
    fc.assert(fc.property(chord, fc.option(fc.constantFrom(...kinds)), fc.constantFrom(...whys), (pressed, field, why) => {
      expect(mayAnswer({ inFields: { why } }, pressed, { ...free, field, hasDialog: true })).toBe(false)
    }))
    expect(mayAnswer({ inFields: { why: 'palette' }, inDialogs: true }, 'mod+k', { ...inField('text'), hasDialog: true })).toBe(true)
  })

  it('outside of fields, with no dialog, every act answers', () => {
    fc.assert(fc.property(chord, (pressed) => {
      expect(mayAnswer({}, pressed, free)).toBe(true)
    }))
  })

  it('one that may not answer does not hide one that may', () => {
    const act = (id: string, more: Partial<Action>): Action =>
      ({ id, group: 'go', keys: ['mod+k'], label: () => id, run: () => {}, ...more })
    const both = [act('studio.palette', { inFields: { why: 'palette' } }), act('room.other', {})]
    expect(actionFor(both, 'mod+k', free)?.id).toBe('room.other')
    expect(actionFor(both, 'mod+k', inField('text'))?.id).toBe('studio.palette')
  })
})

describe('the rooms', () => {
  const nothing = new Proxy({}, { get: () => new Proxy(() => nothing, { get: () => nothing }) })
  const all = [
    chatActions(nothing as never),
    libraryActions(nothing as never),
    makeActions(nothing as never),
    scriptActions(nothing as never),
    reviewActions(nothing as never),
    timelineActions(nothing as never, nothing as never),
    transcribeActions(nothing as never),
  ].flat()

  it('a short list answers in fields, and all of it sends, stops, hears, finds, opens a list or takes back', () => {
    const told = ({ id, inFields }: Action) => [`${id}:`, inFields?.why, ...inFields?.within ? ['in', inFields.within] : []].join(' ')
    expect(all.filter(action => action.inFields).map(told)).toEqual([
      'chat.stop: stop in .composer',
      'library.search: find',
      'script.speak: send in .line',
      'script.make-stale: send in .line',
      'script.listen: hear in .line',
      'script.play: hear in .line',
      'script.play-word: hear in .line',
      'script.find: find',
      'script.replace: find',
      'script.pronounce: palette in .line',
      'script.compare-takes: hear in .line',
      'script.voice: hear in .line',
      'script.tone: hear in .line',
      'script.fit: palette in .line',
      'listening.open: hear in .line',
      'drift.open: hear in .line',
      ...['next', 'previous', 'hear', 'right'].map(name => `listening.${name}: hear in .line`),
      'timeline.undo: undo',
      'timeline.redo: undo',
      'transcribe.search: find',
    ])
  })

  it('no other chord of any room does anything in any field', () => {
    for (const action of all.filter(each => !each.inFields)) {
      for (const pressed of action.keys ?? []) {
        for (const kind of kinds)
          expect(actionFor([action], pressed, { ...inField(kind), isWithin: () => true }), `${pressed} in a ${kind}`).toBeUndefined()
      }
    }
  })
})
