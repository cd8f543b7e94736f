/** Everything that can be done in the timeline, for keys, palette and menus alike. */
import type { StudioStatus } from '#contract/studio.ts'
import type { ClipId } from '#contract/words.ts'
import type { MarkerAt } from '#rules/sequence/markers.ts'
import type { Action } from '../../actions/action.ts'
import type { ClipActs } from './acts/use-clip-acts.ts'
import type { MediaActs } from './acts/use-media-acts.ts'
import type { SequenceActs } from './acts/use-sequence-acts.ts'
import type { TrimActs } from './acts/use-trim-acts.ts'
import type { HereActs } from './generate-here/use-here.ts'
import type { MatchActs } from './match/use-match.ts'
import type { NestedActs } from './nested/use-nested-acts.ts'
import type { ReframeActs } from './reframe/use-reframe.ts'
import type { RoomToneActs } from './room-tone/use-room-tone-acts.ts'
import type { SourceActs } from './source/use-source-acts.ts'
import type { SourceViewer } from './source/use-source.ts'
import type { TransitionActs } from './transitions/use-transition-acts.ts'
import type { Editor } from './use-editor.ts'
import { markerAt } from '#rules/sequence/markers.ts'
import { nominalRate } from '#rules/sequence/timecode.ts'
import { mostTries } from './generate-here/tries.ts'

/** Keys of these act again and again while they are held. */
export const repeating: ReadonlySet<string> = new Set([
  'timeline.frame-back',
  'timeline.frame-on',
  'timeline.second-back',
  'timeline.second-on',
  'timeline.nudge-back',
  'timeline.nudge-on',
  'timeline.nudge-back-more',
  'timeline.nudge-on-more',
  ...['left', 'right', 'up', 'down'].flatMap(way => [`timeline.picture-${way}`, `timeline.picture-${way}-more`]),
  ...['back', 'on', 'back-more', 'on-more'].map(way => `timeline.trim-${way}`),
  ...['shorter', 'longer', 'shorter-more', 'longer-more'].map(way => `timeline.transition-${way}`),
  'timeline.zoom-in',
  'timeline.zoom-out',
])

const nudgeMore = 10

export interface TimelineActs {
  readonly clips: ClipActs
  readonly sequence: SequenceActs
  readonly media: MediaActs
  readonly trims: TrimActs
  readonly transitions: TransitionActs
  readonly source: SourceActs
  readonly here: HereActs
  readonly match: MatchActs
  readonly nested: NestedActs
  /** Puts the cursor into the length of the clip. */
  readonly askLength: () => void
  /** Puts the cursor into the time at the playhead. */
  readonly askTime: () => void
  /** The words of a caption or a title, or whatever the inspector has of the clip. */
  readonly openClip: (id: ClipId) => void
  readonly openMarker: (at: MarkerAt) => void
  readonly record: () => void
  /** Shows titles to begin with. */
  readonly chooseTitle: () => void
  /** Asks for the line that is generated from the playhead on. */
  readonly voiceOver: () => void
  /** Asks which attributes of the copied clip the selected ones take. */
  readonly askAttributes: () => void
  /** Lists the pauses that become shorter, or are removed. */
  readonly listPauses: (how: 'tighten' | 'remove') => void
  /** Asks for the level and tone of the selected clips with sound. */
  readonly openTone: () => void
  readonly mayOpenTone: () => boolean
  /** Looks for the beats of the selected audio clip. */
  readonly markBeats: () => void
  readonly mayMarkBeats: () => boolean
  /** Of the selected pictures. */
  readonly reframe: ReframeActs
  /** Asks whether the gaps of a sound track are filled. */
  readonly roomTone: RoomToneActs
}

/** `host` is what opens the page: a browser keeps some keys for itself. */
export function timelineActions(editor: Editor, acts: TimelineActs, host?: StudioStatus['host']): readonly Action[] {
  const { clips, sequence, media, trims, transitions, here, match, nested, chooseTitle, askAttributes, listPauses } = acts
  const { askLength, askTime, openClip, openMarker, record } = acts
  const { view } = editor
  const hasSelection = (): boolean => view.selection.value.ids.size > 0
  const second = (): number => nominalRate(editor.document.value?.rate ?? { numerator: 30, denominator: 1 })
  const act = (
    id: string,
    name: keyof Parameters<Action['label']>[0]['timeline']['acts'],
    keys: readonly string[],
    run: () => unknown,
    more: Partial<Action> = {},
  ): Action =>
    ({ id: `timeline.${id}`, group: 'timeline', label: t => t.timeline.acts[name], ...keys.length > 0 ? { keys } : {}, run, ...more })
  const onSelection = { when: hasSelection }
  const quiet = { isHidden: true }
  const { source } = editor
  const onSource = { when: () => source.take.value !== null }
  /** For the viewer that has the keys: source or film. */
  const either = (ofSource: (viewer: SourceViewer) => unknown, ofFilm: () => unknown) => (): unknown =>
    source.isActive.value ? ofSource(source) : ofFilm()
  const onEdge = { when: () => trims.mayTrim.value }
  const onTransition = { when: () => transitions.hasOne.value }
  const onTries = { when: () => here.tries.shown.value !== null, ...quiet }
  const inFields = { inFields: { why: 'undo' } } as const
  /** A marker at the playhead; the one that is there is opened. */
  const markOrOpen = (): void => {
    const here = sequence.markerHere()
    if (here)
      openMarker(markerAt(here))
    else
      sequence.addMarker()
  }
  const removeMarker = (): void => {
    const here = sequence.markerHere()
    if (here)
      sequence.removeMarker(markerAt(here))
  }

  return [
    act('split', 'split', ['s', 'b', 'mod+b'], () => clips.split(false)),
    act('split-all', 'splitAll', ['shift+s', 'shift+b'], () => clips.split(true)),
    act('remove', 'remove', ['delete', 'backspace'], () => clips.remove(false), onSelection),
    act('lift', 'lift', [';'], () => sequence.clearRange(false), { when: sequence.hasRange }),
    act('extract', 'extract', ['\''], () => sequence.clearRange(true), { when: sequence.hasRange }),
    act('close-gaps', 'closeGaps', [], sequence.closeGaps),
    act('tighten-pauses', 'tightenPauses', [], () => listPauses('tighten')),
    act('remove-silences', 'removeSilences', [], () => listPauses('remove')),
    act('reframe', 'reframe', [], () => void acts.reframe.reframe(), { when: acts.reframe.mayReframe }),
    act('room-tone', 'roomTone', [], acts.roomTone.fillAll, { when: acts.roomTone.mayFill }),
    act('tone', 'tone', ['alt+t'], acts.openTone, { when: acts.mayOpenTone }),
    act('mark-beats', 'markBeats', [], acts.markBeats, { when: acts.mayMarkBeats }),
    act('remove-closing', 'removeClosing', ['shift+delete', 'shift+backspace'], () => clips.remove(true), onSelection),
    // A click between two clips selects nothing: the same key then closes the gap.
    act(
      'close-gap',
      'closeGap',
      ['shift+delete', 'shift+backspace'],
      sequence.closeGapHere,
      { when: () => !hasSelection() && sequence.gapHere() !== null },
    ),
    act('ripple-start', 'rippleStart', ['q'], () => clips.trim('start', true)),
    act('ripple-end', 'rippleEnd', ['w'], () => clips.trim('end', true)),
    act('trim-start', 'trimStart', ['['], () => clips.trim('start', false)),
    act('trim-end', 'trimEnd', [']'], () => clips.trim('end', false)),
    act('nudge-back', 'nudgeBack', ['alt+arrowleft'], () => clips.nudge(-1), { ...onSelection, ...quiet }),
    act('nudge-on', 'nudgeOn', ['alt+arrowright'], () => clips.nudge(1), { ...onSelection, ...quiet }),
    act('nudge-back-more', 'nudgeBackMore', ['alt+shift+arrowleft'], () => clips.nudge(-nudgeMore), { ...onSelection, ...quiet }),
    act('nudge-on-more', 'nudgeOnMore', ['alt+shift+arrowright'], () => clips.nudge(nudgeMore), { ...onSelection, ...quiet }),
    act('cut', 'cut', ['mod+x'], clips.clipboard.cut, onSelection),
    act('copy', 'copy', ['mod+c'], clips.clipboard.copy, onSelection),
    act('paste', 'paste', ['mod+v'], () => clips.clipboard.paste(false), { when: () => clips.clipboard.hasCopied.value }),
    act('paste-insert', 'pasteInsert', ['mod+shift+v'], () => clips.clipboard.paste(true), { when: () => clips.clipboard.hasCopied.value }),
    act('paste-over', 'pasteOver', [], clips.clipboard.pasteOver, { when: () => clips.clipboard.hasCopied.value }),
    act('paste-attributes', 'pasteAttributes', ['mod+alt+v'], askAttributes, { when: () => clips.clipboard.attributes.value.length > 0 }),
    act('toggle-enabled', 'toggleEnabled', ['shift+d'], clips.toggleEnabled, onSelection),
    act('match-frame', 'matchFrame', ['shift+f'], acts.source.matchFrame),
    act('source-insert', 'sourceInsert', ['<', 'f9'], acts.source.insert, onSource),
    act('source-overwrite', 'sourceOverwrite', ['>', 'f10'], acts.source.overwrite, onSource),
    act('source-append', 'sourceAppend', ['shift+a'], acts.source.append, onSource),
    act('source-replace', 'sourceReplace', ['shift+x'], acts.source.replace, onSource),
    act('source-or-film', 'sourceOrFilm', ['shift+q'], () => source.isActive.value = !source.isActive.value, onSource),
    act('duplicate', 'duplicate', ['mod+d'], clips.clipboard.duplicate, onSelection),
    act('select-all', 'selectAll', ['mod+a'], clips.selectAll),
    act('select-forward', 'selectForward', ['alt+y'], clips.selectForward),
    act('select-backward', 'selectBackward', ['alt+shift+y'], clips.selectBackward),
    act('select-none', 'selectNone', ['escape'], () => editor.select(), { ...onSelection, ...quiet }),
    act('link', 'link', ['mod+shift+l'], () => clips.link(true), { when: () => view.selection.value.ids.size > 1 }),
    act('unlink', 'unlink', ['mod+alt+l'], () => clips.link(false), { when: () => clips.isLinked.value }),
    act('make-nested', 'makeNested', ['alt+n'], () => void nested.makeNested(), { when: nested.mayNest }),
    act('take-apart', 'takeApart', ['alt+shift+n'], () => void nested.takeApart(), { when: () => nested.chosen.value !== null }),
    act('sequences', 'sequences', ['shift+n'], () => nested.isShelfOpen.value = true),
    act('open-outer', 'openOuter', ['alt+o'], nested.openOuter, { when: nested.hasOuter }),
    act('merge-captions', 'mergeCaptions', ['mod+j'], clips.captions.mergeCaptions, { when: () => clips.captions.mayMerge.value }),
    act('caption-start', 'captionStart', [','], () => clips.captions.timeCaption('start'), { when: () => clips.captions.hasCaptions.value }),
    act('caption-end', 'captionEnd', ['.'], () => clips.captions.timeCaption('end'), { when: () => clips.captions.hasCaptions.value }),
    act('caption-next', 'captionNext', ['/'], () => clips.captions.timeCaption('next'), { when: () => clips.captions.hasCaptions.value }),
    // After those of captions, which have the same keys while no edge is selected.
    act('trim-back', 'trimBack', [',', 'mod+arrowleft'], () => trims.trimBy(-1), onEdge),
    act('trim-on', 'trimOn', ['.', 'mod+arrowright'], () => trims.trimBy(1), onEdge),
    act('trim-back-more', 'trimBackMore', ['alt+,', 'mod+shift+arrowleft'], () => trims.trimBy(-nudgeMore), onEdge),
    act('trim-on-more', 'trimOnMore', ['alt+.', 'mod+shift+arrowright'], () => trims.trimBy(nudgeMore), onEdge),
    act('select-edge', 'selectEdge', ['shift+u'], trims.selectEdge),
    act('select-edges', 'selectEdges', ['alt+shift+e'], trims.selectEdges),
    act('leave-edge', 'leaveEdge', ['escape'], trims.leaveEdge, { when: () => trims.hasEdge.value, ...quiet }),
    // Of a transition that is selected, while neither a clip nor an edge is.
    act('remove-transition', 'removeTransition', ['delete', 'backspace'], transitions.remove, onTransition),
    act('transition-shorter', 'transitionShorter', [',', 'mod+arrowleft'], () => transitions.lengthen(-1), onTransition),
    act('transition-longer', 'transitionLonger', ['.', 'mod+arrowright'], () => transitions.lengthen(1), onTransition),
    act(
      'transition-shorter-more',
      'transitionShorterMore',
      ['alt+,', 'mod+shift+arrowleft'],
      () => transitions.lengthen(-nudgeMore),
      onTransition,
    ),
    act(
      'transition-longer-more',
      'transitionLongerMore',
      ['alt+.', 'mod+shift+arrowright'],
      () => transitions.lengthen(nudgeMore),
      onTransition,
    ),
    act('leave-transition', 'leaveTransition', ['escape'], transitions.leave, { ...onTransition, ...quiet }),
    act('select-transition', 'selectTransition', ['alt+u'], transitions.selectNext),
    act('transitions', 'transitions', ['alt+shift+u'], () => transitions.isShelfOpen.value = true),
    act('apply-transition', 'applyTransition', [], transitions.applyUsual, { when: () => hasSelection() || transitions.hasOne.value }),
    act('extract-sound', 'extractSound', [], clips.takes.extract, { when: () => clips.takes.shot.value !== null }),
    // In a browser, Ctrl+T opens a tab.
    act('dissolve', 'dissolve', ['d', ...host === 'electron' ? ['mod+t'] : []], clips.dissolve),
    act('key', 'key', ['alt+k'], clips.motion.toggleKey, { when: () => clips.motion.mayKey.value }),
    act('previous-key', 'previousKey', ['alt+j'], () => clips.motion.toKey('previous'), onSelection),
    act('next-key', 'nextKey', ['alt+l'], () => clips.motion.toKey('next'), onSelection),
    act('freeze', 'freeze', ['shift+h'], clips.motion.freeze, { when: clips.motion.hasShotHere }),
    act('reverse', 'reverse', ['shift+r'], clips.motion.reverse, { when: () => clips.motion.hasShots.value }),
    act('ungraded', 'ungraded', ['alt+a'], clips.colour.toggleUngraded),
    act('reset-colour', 'resetColour', [], clips.colour.reset, { when: () => clips.colour.hasGrade.value }),
    act('match-colour', 'matchColour', [], match.start, { when: match.mayStart }),
    act('leave-match', 'leaveMatch', ['escape'], match.leave, { when: () => match.state.value !== null, ...quiet }),
    act('next-take', 'nextTake', ['t'], () => clips.takes.otherTake(1), { when: () => clips.takes.spoken.value !== null }),
    act('previous-take', 'previousTake', ['shift+t'], () => clips.takes.otherTake(-1), { when: () => clips.takes.spoken.value !== null }),
    act('go-to-line', 'goToLine', ['g'], clips.goToLine, { when: () => Boolean(clips.at.value?.clip.lineId) }),
    act(
      'show-take',
      'showTake',
      [],
      clips.takes.showTake,
      { when: () => Boolean(clips.at.value && 'takeId' in clips.at.value.clip && clips.at.value.clip.takeId) },
    ),
    act('locate', 'locate', [], media.locate, { when: () => media.isMissing.value }),
    act('make-again', 'makeAgain', [], media.makeAgain, { when: () => media.mayMakeAgain.value }),
    act('preview-again', 'previewAgain', [], media.previewAgain, { when: () => media.mayPreviewAgain.value }),
    act('length', 'length', [], askLength, { when: () => clips.at.value !== null }),
    act('open-clip', 'openClip', ['f2'], () => clips.at.value && openClip(clips.at.value.clip.id), { when: () => clips.at.value !== null }),

    act(
      'undo',
      'undo',
      ['mod+z'],
      () => source.mayUndo() ? source.undo() : editor.sequence.undo(),
      { when: () => editor.sequence.undoable !== null || source.mayUndo(), ...inFields },
    ),
    act(
      'redo',
      'redo',
      ['mod+shift+z', 'mod+y'],
      () => source.mayRedo(editor.sequence.redoable?.order) ? source.redo() : editor.sequence.redo(),
      { when: () => editor.sequence.redoable !== null || source.mayRedo(), ...inFields },
    ),

    act('marker', 'marker', ['m'], markOrOpen),
    act('clip-marker', 'clipMarker', ['shift+m'], sequence.addClipMarker, { when: sequence.hasClipHere }),
    act('remove-marker', 'removeMarker', ['alt+m'], removeMarker, { when: () => sequence.markerHere() !== undefined }),
    act('previous-marker', 'previousMarker', ['shift+arrowup'], () => sequence.toMarker('previous')),
    act('next-marker', 'nextMarker', ['shift+arrowdown'], () => sequence.toMarker('next')),
    act('in', 'setIn', ['i'], either(viewer => viewer.setIn(), sequence.setIn)),
    act('out', 'setOut', ['o'], either(viewer => viewer.setOut(), sequence.setOut)),
    act('clear-in-out', 'clearInOut', ['alt+x'], either(viewer => viewer.clearInOut(), sequence.clearInOut)),
    act('mark-selection', 'markSelection', ['x'], either(viewer => viewer.markAll(), sequence.markSelection)),
    act('to-in', 'toIn', ['shift+i'], either(viewer => viewer.toIn(), sequence.toIn)),
    act('to-out', 'toOut', ['shift+o'], either(viewer => viewer.toOut(), sequence.toOut)),
    act('frame-back', 'frameBack', ['arrowleft'], either(viewer => viewer.step(-1), () => sequence.step(-1)), quiet),
    act('frame-on', 'frameOn', ['arrowright'], either(viewer => viewer.step(1), () => sequence.step(1)), quiet),
    act('second-back', 'secondBack', ['shift+arrowleft'], either(viewer => viewer.step(-second()), () => sequence.step(-second())), quiet),
    act('second-on', 'secondOn', ['shift+arrowright'], either(viewer => viewer.step(second()), () => sequence.step(second())), quiet),
    act('previous-edit', 'previousEdit', ['arrowup'], () => sequence.toEdit('previous')),
    act('next-edit', 'nextEdit', ['arrowdown'], () => sequence.toEdit('next')),
    act('beginning', 'beginning', ['home'], either(viewer => viewer.seek(0), () => sequence.to(0))),
    act('end', 'end', ['end'], either(viewer => viewer.seek(viewer.frames.value), () => sequence.to(editor.duration.value))),

    act('type-time', 'typeTime', ['='], either(viewer => viewer.asksTime.value++, askTime)),

    act('zoom-in', 'zoomIn', ['+'], () => editor.zoom(1.4)),
    act('zoom-out', 'zoomOut', ['-'], () => editor.zoom(1 / 1.4)),
    act('fit', 'fit', ['\\', 'shift+z'], editor.fit),
    act('snap', 'snap', ['n'], () => view.snaps.value = !view.snaps.value),
    act('gain-lines', 'gainLines', ['shift+g'], () => view.showsGain.value = !view.showsGain.value),
    act('tool-select', 'toolSelect', ['v', 'a'], () => view.tool.value = 'select'),
    act('tool-ripple', 'toolRipple', ['e'], () => view.tool.value = 'ripple'),
    act('tool-roll', 'toolRoll', ['shift+e'], () => view.tool.value = 'roll'),
    act('tool-slip', 'toolSlip', ['y'], () => view.tool.value = 'slip'),
    act('tool-slide', 'toolSlide', ['u'], () => view.tool.value = 'slide'),
    act('tool-split', 'toolSplit', ['c'], () => view.tool.value = 'split'),
    act('tool-hand', 'toolHand', ['h'], () => view.tool.value = 'hand'),

    act('record', 'record', ['r'], record),
    act('voice-over', 'voiceOver', ['alt+r'], acts.voiceOver),
    // Where no clip is selected, the same key fills the gap at the playhead.
    act('extend-shot', 'extendShot', ['p'], here.extend, { when: here.mayExtend }),
    act('fill-gap', 'fillGap', ['p'], here.fill, { when: here.mayFill }),
    act('replace-shot', 'replaceShot', ['alt+shift+p'], here.replace, { when: here.mayReplace }),
    act('compare-tries', 'compareTries', [], here.tries.open, { when: here.tries.mayOpen }),
    act('image-here', 'imageHere', ['shift+p'], here.image),
    ...Array.from({ length: mostTries }, (_, index): Action => ({
      id: `timeline.try-${index + 1}`,
      group: 'timeline',
      label: t => t.generateHere.chooseTry(index + 1),
      keys: [String(index + 1)],
      run: () => here.tries.choose(index),
      ...onTries,
    })),
    {
      ...{ id: 'timeline.keep-try', group: 'timeline', label: t => t.generateHere.keepTry, keys: [] },
      ...{ run: here.tries.keep, when: here.tries.mayKeep },
    },
    {
      ...{ id: 'timeline.close-tries', group: 'timeline', label: t => t.generateHere.closeTries, keys: ['escape'] },
      ...{ run: here.tries.close, ...onTries },
    },
    act('add-title', 'addTitle', [], sequence.addTitle),
    act('title-templates', 'titleTemplates', [], chooseTitle),
    act('add-adjustment', 'addAdjustment', [], sequence.addAdjustment),
    act('add-caption', 'addCaption', [], sequence.addCaption),
    act('add-pictures', 'addPictures', [], () => sequence.addTrack('pictures')),
    act('add-speech', 'addSpeech', [], () => sequence.addTrack('speech')),
    act('add-sound', 'addSound', [], () => sequence.addTrack('sound')),
    act('add-captions', 'addCaptions', [], () => sequence.addTrack('captions')),
  ]
}
