/** Every key of the list does what it says, in each room: none is dead, none is listed for another act, and none works that is not here. */
import type { Take } from '#contract/takes.ts'
import type { Action } from '../../../src-renderer/actions/action.ts'
import type { LibraryHands } from '../../../src-renderer/rooms/library/actions.ts'
import type { ScriptRoomActs } from '../../../src-renderer/rooms/script/actions.ts'
import type { ReviewHands } from '../../../src-renderer/rooms/script/review/actions.ts'
import type { TimelineActs } from '../../../src-renderer/rooms/timeline/actions.ts'
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { actionFor } from '../../../src-renderer/actions/keys.ts'
import { chatActions } from '../../../src-renderer/rooms/chat/actions.ts'
import { libraryActions } from '../../../src-renderer/rooms/library/actions.ts'
import { makeActions } from '../../../src-renderer/rooms/make/actions.ts'
import { scriptActions } from '../../../src-renderer/rooms/script/actions.ts'
import { reviewActions } from '../../../src-renderer/rooms/script/review/actions.ts'
import { timelineActions } from '../../../src-renderer/rooms/timeline/actions.ts'
import { transcribeActions } from '../../../src-renderer/rooms/transcribe/actions.ts'
import { fixedKeys } from '../../../src-renderer/shell/fixed-keys.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../src-renderer/texts/zh/index.ts'

/** Notes each call as `name(arguments)`; what is given is answered instead. */
function recorder<Of extends object>(given: object, calls: string[], prefix = ''): Of {
  return new Proxy(given, {
    get: (target, name) => typeof name === 'symbol' || name in target
      ? Reflect.get(target, name)
      : (...args: unknown[]) => void calls.push(`${prefix}${name}(${args.map(one => JSON.stringify(one)).join(', ')})`),
  }) as Of
}

/** What each key of these acts does where it may be pressed: `chord: calls`. */
function walk(actions: readonly Action[], calls: string[]): Record<string, string> {
  const done: Record<string, string> = {}
  for (const chord of new Set(actions.flatMap(action => action.keys ?? []))) {
    const action = actionFor(actions, chord)
    calls.length = 0
    action?.run()
    done[chord] = calls.join(' ')
  }
  return done
}

function expectListed(actions: readonly Action[]): void {
  for (const action of actions.filter(({ keys }) => keys?.length)) {
    for (const texts of [en, zh])
      expect(action.label(texts).trim(), action.id).not.toBe('')
    for (const chord of action.keys ?? [])
      expect(actions.some(other => other.keys?.includes(chord) && (!other.when || other.when())), `${chord} of ${action.id}`).toBe(true)
  }
}

describe('the timeline', () => {
  const calls: string[] = []
  const box = { value: 0 }
  const ref = (name: string, value: unknown) => Object.defineProperty({}, 'value', {
    get: () => value,
    set: next => void calls.push(`${name} = ${next}`),
  })
  const clip = { id: 'clip', lineId: 'line', takeId: 'take' }
  type Clips = TimelineActs['clips']
  const clips = recorder<Clips>({
    ...{ isLinked: { value: true }, at: { value: { clip } } },
    takes: recorder<Clips['takes']>({ shot: { value: {} }, spoken: { value: {} } }, calls, 'clips.takes.'),
    clipboard: recorder<Clips['clipboard']>({ hasCopied: { value: true }, attributes: { value: ['gain'] } }, calls, 'clips.clipboard.'),
    captions: recorder<Clips['captions']>({ mayMerge: { value: true }, hasCaptions: { value: true } }, calls, 'clips.captions.'),
    motion: recorder<Clips['motion']>(
      { mayKey: { value: true }, hasShots: { value: true }, hasShotHere: () => true },
      calls,
      'clips.motion.',
    ),
    colour: recorder<Clips['colour']>({ hasGrade: { value: true } }, calls, 'clips.colour.'),
  }, calls, 'clips.')
  const editorOf = (selected: string[], isSource = false) => recorder<Editor>({
    source: recorder<Editor['source']>({
      ...{ take: { value: {} }, isActive: ref('active', isSource), frames: { value: 90 }, asksTime: ref('asked', 0) },
      ...{ mayUndo: () => isSource, mayRedo: () => isSource },
    }, calls, 'viewer.'),
    view: {
      selection: { value: { ids: new Set(selected), at: null } },
      snaps: ref('snaps', true),
      showsGain: ref('showsGain', false),
      tool: ref('tool', 'select'),
      playhead: box,
    },
    sequence: recorder({ undoable: {}, redoable: {} }, calls, 'sequence.'),
    document: { value: { rate: { numerator: 25, denominator: 1 } } },
    duration: { value: 500 },
  }, calls)
  interface Shown extends Partial<Record<'hasEdge' | 'hasTransition' | 'hasTries' | 'isMatching', boolean>> {}
  const acts = (
    marker: object | undefined,
    { hasEdge = true, hasTransition = false, hasTries = false, isMatching = false }: Shown = {},
  ): TimelineActs => recorder({
    mayOpenTone: () => true,
    match: recorder<TimelineActs['match']>({ ...{ state: { value: isMatching ? {} : null } }, mayStart: () => true }, calls, 'match.'),
    transitions: recorder<TimelineActs['transitions']>({
      ...{ hasOne: { value: hasTransition }, isShelfOpen: ref('shelf', false) },
    }, calls, 'transitions.'),
    clips,
    sequence: recorder<TimelineActs['sequence']>({
      ...{ markerHere: () => marker, gapHere: () => ({}), hasRange: () => true, hasClipHere: () => true },
    }, calls, 'acts.'),
    trims: recorder<TimelineActs['trims']>({ mayTrim: { value: hasEdge }, hasEdge: { value: hasEdge } }, calls, 'trims.'),
    source: recorder<TimelineActs['source']>({}, calls, 'source.'),
    here: recorder<TimelineActs['here']>({
      ...{ mayFill: () => true, mayExtend: () => true, mayReplace: () => true },
      tries: recorder<TimelineActs['here']['tries']>({ shown: { value: hasTries ? {} : null }, mayOpen: () => true }, calls, 'here.tries.'),
    }, calls, 'here.'),
    nested: recorder<TimelineActs['nested']>({
      ...{ chosen: { value: {} }, isShelfOpen: ref('sequences', false), mayNest: () => true, hasOuter: () => true },
    }, calls, 'nested.'),
    media: recorder({ isMissing: { value: true }, mayMakeAgain: { value: true } }, calls, 'media.'),
  }, calls)

  it('does with each key what the list says', () => {
    const actions = timelineActions(editorOf(['a', 'b']), acts({ marker: { id: 'marker' }, clipId: 'clip' }, { hasTries: true }))
    expectListed(actions)
    expect(walk(actions, calls)).toEqual({
      's': 'clips.split(false)',
      'b': 'clips.split(false)',
      'mod+b': 'clips.split(false)',
      'shift+s': 'clips.split(true)',
      'shift+b': 'clips.split(true)',
      'delete': 'clips.remove(false)',
      'backspace': 'clips.remove(false)',
      'shift+delete': 'clips.remove(true)',
      'shift+backspace': 'clips.remove(true)',
      ';': 'acts.clearRange(false)',
      '\'': 'acts.clearRange(true)',
      'q': 'clips.trim("start", true)',
      'w': 'clips.trim("end", true)',
      '[': 'clips.trim("start", false)',
      ']': 'clips.trim("end", false)',
      'alt+arrowleft': 'clips.nudge(-1)',
      'alt+arrowright': 'clips.nudge(1)',
      'alt+shift+arrowleft': 'clips.nudge(-10)',
      'alt+shift+arrowright': 'clips.nudge(10)',
      'mod+x': 'clips.clipboard.cut()',
      'mod+c': 'clips.clipboard.copy()',
      'mod+v': 'clips.clipboard.paste(false)',
      'mod+shift+v': 'clips.clipboard.paste(true)',
      'mod+alt+v': 'askAttributes()',
      'shift+d': 'clips.toggleEnabled()',
      'shift+f': 'source.matchFrame()',
      '<': 'source.insert()',
      'f9': 'source.insert()',
      '>': 'source.overwrite()',
      'f10': 'source.overwrite()',
      'shift+a': 'source.append()',
      'shift+x': 'source.replace()',
      'shift+q': 'active = true',
      'mod+d': 'clips.clipboard.duplicate()',
      'mod+a': 'clips.selectAll()',
      'alt+y': 'clips.selectForward()',
      'alt+shift+y': 'clips.selectBackward()',
      'escape': 'here.tries.close()',
      'mod+shift+l': 'clips.link(true)',
      'mod+alt+l': 'clips.link(false)',
      'alt+n': 'nested.makeNested()',
      'alt+shift+n': 'nested.takeApart()',
      'shift+n': 'sequences = true',
      'alt+o': 'nested.openOuter()',
      'mod+j': 'clips.captions.mergeCaptions()',
      ',': 'trims.trimBy(-1)',
      '.': 'trims.trimBy(1)',
      'alt+,': 'trims.trimBy(-10)',
      'alt+.': 'trims.trimBy(10)',
      'mod+arrowleft': 'trims.trimBy(-1)',
      'mod+arrowright': 'trims.trimBy(1)',
      'mod+shift+arrowleft': 'trims.trimBy(-10)',
      'mod+shift+arrowright': 'trims.trimBy(10)',
      'shift+u': 'trims.selectEdge()',
      'alt+shift+e': 'trims.selectEdges()',
      '/': 'clips.captions.timeCaption("next")',
      'alt+k': 'clips.motion.toggleKey()',
      'alt+j': 'clips.motion.toKey("previous")',
      'alt+l': 'clips.motion.toKey("next")',
      'shift+h': 'clips.motion.freeze()',
      'shift+r': 'clips.motion.reverse()',
      'alt+a': 'clips.colour.toggleUngraded()',
      'd': 'clips.dissolve()',
      'alt+u': 'transitions.selectNext()',
      'alt+shift+u': 'shelf = true',
      't': 'clips.takes.otherTake(1)',
      'shift+t': 'clips.takes.otherTake(-1)',
      'g': 'clips.goToLine()',
      'f2': 'openClip("clip")',
      'mod+z': 'sequence.undo()',
      'mod+shift+z': 'sequence.redo()',
      'mod+y': 'sequence.redo()',
      'm': 'openMarker({"markerId":"marker","clipId":"clip"})',
      'shift+m': 'acts.addClipMarker()',
      'alt+m': 'acts.removeMarker({"markerId":"marker","clipId":"clip"})',
      'shift+arrowup': 'acts.toMarker("previous")',
      'shift+arrowdown': 'acts.toMarker("next")',
      'i': 'acts.setIn()',
      'o': 'acts.setOut()',
      'alt+x': 'acts.clearInOut()',
      'x': 'acts.markSelection()',
      'shift+i': 'acts.toIn()',
      'shift+o': 'acts.toOut()',
      'arrowleft': 'acts.step(-1)',
      'arrowright': 'acts.step(1)',
      'shift+arrowleft': 'acts.step(-25)',
      'shift+arrowright': 'acts.step(25)',
      'arrowup': 'acts.toEdit("previous")',
      'arrowdown': 'acts.toEdit("next")',
      'home': 'acts.to(0)',
      'end': 'acts.to(500)',
      '+': 'zoom(1.4)',
      '=': 'askTime()',
      '-': `zoom(${1 / 1.4})`,
      '\\': 'fit()',
      'shift+z': 'fit()',
      'n': 'snaps = false',
      'shift+g': 'showsGain = true',
      'v': 'tool = select',
      'a': 'tool = select',
      'e': 'tool = ripple',
      'shift+e': 'tool = roll',
      'y': 'tool = slip',
      'u': 'tool = slide',
      'c': 'tool = split',
      'h': 'tool = hand',
      'r': 'record()',
      'alt+r': 'voiceOver()',
      'alt+t': 'openTone()',
      'p': 'here.fill()',
      'shift+p': 'here.image()',
      'alt+shift+p': 'here.replace()',
      '1': 'here.tries.choose(0)',
      '2': 'here.tries.choose(1)',
      '3': 'here.tries.choose(2)',
      '4': 'here.tries.choose(3)',
    })
  })

  it('moves and marks the source instead of the film while that is active', () => {
    const done = walk(timelineActions(editorOf([], true), acts(undefined)), calls)
    const keys = [
      ...['i', 'o', 'x', 'alt+x', 'shift+i', 'shift+o', 'arrowleft', 'shift+arrowright'],
      ...['home', 'end', '=', 'shift+q', 's', 'mod+z'],
    ]
    expect(keys.map(key => done[key])).toEqual([
      ...['viewer.setIn()', 'viewer.setOut()', 'viewer.markAll()', 'viewer.clearInOut()', 'viewer.toIn()', 'viewer.toOut()'],
      ...['viewer.step(-1)', 'viewer.step(25)', 'viewer.seek(0)', 'viewer.seek(90)', 'asked = 1', 'active = false', 'clips.split(false)'],
      'viewer.undo()',
    ])
  })

  it('times captions and deselects with the keys of an edge while none is selected', () => {
    const done = walk(timelineActions(editorOf(['a']), acts({ marker: { id: 'marker' }, clipId: 'clip' }, { hasEdge: false })), calls)
    const answered = [done[','], done['.'], done.escape]
    expect(answered).toEqual(['clips.captions.timeCaption("start")', 'clips.captions.timeCaption("end")', 'select()'])
  })

  it('leaves the edge by Escape where no tries are compared', () => {
    expect(walk(timelineActions(editorOf(['a']), acts(undefined)), calls).escape).toBe('trims.leaveEdge()')
  })

  it('leaves the matching of colours first, and nothing that is selected with it', () => {
    expect(walk(timelineActions(editorOf(['a']), acts(undefined, { isMatching: true })), calls).escape).toBe('match.leave()')
  })

  it('changes the transition that is selected while no clip is', () => {
    const done = walk(timelineActions(editorOf([]), acts(undefined, { hasEdge: false, hasTransition: true })), calls)
    expect([done.delete, done.backspace, done[','], done['.'], done['alt+,'], done['alt+.'], done.escape, done.d]).toEqual([
      ...['transitions.remove()', 'transitions.remove()', 'transitions.lengthen(-1)', 'transitions.lengthen(1)'],
      ...['transitions.lengthen(-10)', 'transitions.lengthen(10)', 'transitions.leave()', 'clips.dissolve()'],
    ])
    // As other editors trim.
    const arrows = ['left', 'right'].flatMap(way => [done[`mod+arrow${way}`], done[`mod+shift+arrow${way}`]])
    expect(arrows).toEqual([-1, -10, 1, 10].map(frames => `transitions.lengthen(${frames})`))
  })

  it('cross-fades with the key of other editors, too, where no browser keeps it', () => {
    const inApp = walk(timelineActions(editorOf(['a']), acts({ marker: { id: 'marker' }, clipId: 'clip' }), 'electron'), calls)
    const inBrowser = walk(timelineActions(editorOf(['a']), acts({ marker: { id: 'marker' }, clipId: 'clip' }), 'web'), calls)
    expect([inApp['mod+t'], inApp.d, inBrowser['mod+t']]).toEqual(['clips.dissolve()', 'clips.dissolve()', undefined])
  })

  it('closes a gap where nothing is selected, and sets a marker where none is', () => {
    const actions = timelineActions(editorOf([]), acts(undefined))
    const done = walk(actions, calls)
    const shown = [done['shift+delete'], done['shift+backspace'], done.m]
    expect(shown).toEqual(['acts.closeGapHere()', 'acts.closeGapHere()', 'acts.addMarker()'])
    expect(actionFor(actions, 'delete')).toBeUndefined()
  })
})

describe('the other rooms', () => {
  const calls: string[] = []
  const may = new Proxy({}, { has: (_, name) => String(name).startsWith('may'), get: () => () => true })

  it('the script', () => {
    const actions = scriptActions(recorder<ScriptRoomActs>(may, calls))
    expectListed(actions)
    expect(walk(actions, calls)).toEqual({
      'mod+enter': 'speak()',
      'mod+shift+enter': 'speakAll()',
      'alt+n': 'add()',
      'mod+shift+v': 'paste()',
      'alt+l': 'listen()',
      'alt+p': 'play()',
      'alt+w': 'playWord()',
      'mod+f': 'find()',
      'mod+shift+h': 'replace()',
      'alt+d': 'pronounce()',
      'alt+o': 'voice()',
      'alt+t': 'tone()',
      'alt+r': 'compareTakes()',
      'alt+s': 'storyboard()',
      'alt+i': 'picture()',
      'alt+f': 'fit()',
      'alt+c': 'casting()',
    })
  })

  it.each([false, true])('what is gone through line by line, drift or not: %s', (isDrift) => {
    const review = recorder<object>({ stops: { value: [null] }, mayHear: () => true, mayAccept: () => true }, calls)
    const hands = { review: () => review, isDrift: () => isDrift, hasTakes: () => true }
    const actions = reviewActions(recorder<ReviewHands>(hands, calls))
    expectListed(actions)
    expect(walk(actions, calls)).toEqual({
      'alt+h': 'toggleListening()',
      'alt+g': 'toggleDrift()',
      'alt+.': 'step(1)',
      'alt+,': 'step(-1)',
      'alt+e': 'hear()',
      'alt+y': 'toggleRight()',
    })
  })

  it('the workbenches', () => {
    const [make, chat, transcribe] = [
      makeActions(recorder(may, calls)),
      chatActions(recorder(may, calls)),
      transcribeActions(recorder(may, calls)),
    ]
    ;[make, chat, transcribe].forEach(expectListed)
    expect([make, chat, transcribe].map(actions => walk(actions, calls))).toEqual([
      { 'mod+enter': 'send()' },
      { 'mod+enter': 'send()', 'mod+.': 'stop()', 'alt+n': 'create()', 'alt+p': 'panel()' },
      { 'mod+enter': 'send()', 'mod+f': 'search()' },
    ])
  })

  it('the library, and its trash', () => {
    const handsOf = (isTrash: boolean): LibraryHands => recorder({
      // As much as is asked.
      chosen: [false, true].map(isStarred => ({ medium: 'picture', isStarred, asset: { isMissing: false } }) as Take),
      count: 2,
      areStarred: false,
      isBusy: false,
      isTrash,
      isGrid: true,
      collection: 'Best',
      isByHand: true,
      hasStack: true,
    }, calls)
    const shared = {
      '/': 'focusSearch()',
      'mod+f': 'focusSearch()',
      'g': 'toggleView()',
      's': 'nextSort()',
      'shift+s': 'turnSort()',
      '+': 'resize(1)',
      '=': 'resize(1)',
      '-': 'resize(-1)',
      'arrowdown': 'step(1)',
      'arrowright': 'step(1)',
      'arrowup': 'step(-1)',
      'arrowleft': 'step(-1)',
      'mod+a': 'selectAll()',
      'o': 'toggleStack()',
      'shift+o': 'toggleFolds()',
      'c': 'compare()',
      'escape': 'clear()',
      'shift+b': 'leaveCollection()',
    }
    const actions = libraryActions(handsOf(false))
    expectListed(actions)
    expect(walk(actions, calls)).toEqual({
      ...shared,
      ...{ f: 'star(true)', f2: 'rename()', t: 'tag()', p: 'addToProject()', b: 'collect()', delete: 'trash()' },
      ...{ 'alt+arrowleft': 'move("back")', 'alt+arrowright': 'move("on")', 'alt+arrowup': 'move("up")', 'alt+arrowdown': 'move("down")' },
      ...{ 'alt+home': 'move("start")', 'alt+end': 'move("end")' },
    })
    const noMoves = Object.fromEntries(['arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'home', 'end'].map(key => [`alt+${key}`, '']))
    const inTrash = { ...shared, ...noMoves, f: '', f2: '', t: '', p: '', b: '', delete: 'purge()' }
    expect(walk(libraryActions(handsOf(true)), calls)).toEqual(inTrash)
  })
})

it('the keys that belong to a player or a form are answered there, and named in both languages', () => {
  const root = new URL('../../../src-renderer/', import.meta.url).pathname
  const sourceOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8')
  const player = sourceOf('parts/media/VideoView.vue')
  /** As a browser names them. */
  const named: Record<string, string> = { space: ' ', arrowleft: 'ArrowLeft', arrowright: 'ArrowRight', home: 'Home', end: 'End' }
  const acts = player.slice(player.indexOf('const acts:'), player.indexOf('const act ='))
  const handled = new Set([...acts.matchAll(/^ {4}'([^']+)':/gm)].map(([, key]) => key))
  const ofPlayer = fixedKeys.filter(({ group }) => group === 'player').flatMap(({ keys }) => keys)
  const listed = new Set(ofPlayer.map(chord => chord.replace('shift+', '')).map(key => named[key] ?? key))
  expect(listed).toEqual(handled)
  expect(sourceOf('rooms/make/form/PromptEditor.vue')).toMatch(/altKey[\s\S]*ArrowUp|ArrowUp[\s\S]*altKey/)
  expect(sourceOf('shell/Shell.vue')).toContain('\'shift+f10\'')
  for (const { id } of fixedKeys)
    expect([en.shell.keys.fixed[id], zh.shell.keys.fixed[id]].every(words => words.trim() !== ''), id).toBe(true)
})
