/** Keys, held frames and playing backwards, for keys, palette and menus. */
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipContext } from './clip-context.ts'
import { computed } from 'vue'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { findClip } from '#rules/sequence/document.ts'
import { easingAt, frozenAt, keyedMotions, nextKey, withKey, withoutKey } from '#rules/sequence/edit/keys.ts'
import { keyedSoundMotions, nextSoundKey, soundEasingAt, withoutSoundKey, withSoundKey } from '#rules/sequence/edit/sound-keys.ts'
import { frameAtSample } from '#rules/sequence/frames.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { randomId } from '../../../wire/random-id.ts'
import { offsetAt } from '../preview/look.ts'
import { boxAt } from '../view/rows.ts'
import { selectOnly } from '../view/selection.ts'

const frozenSeconds = 2

export function useMotionActs(editor: Editor, { withDocument, selected }: ClipContext) {
  const { view, edit } = editor

  /** Those selected, of unlocked tracks. */
  const clips = computed(() => {
    const { settled } = editor.sequence
    return settled
      ? [...view.selection.value.ids].flatMap((id) => {
          const found = findClip(settled, id)
          return found && !found.track.isLocked ? [found.clip] : []
        })
      : []
  })
  const pictures = computed((): PictureClip[] => clips.value.flatMap(clip => 'look' in clip ? [clip] : []))
  const sounds = computed((): SoundClip[] => clips.value.flatMap(clip => 'points' in clip ? [clip] : []))
  const place = () => ({ frame: view.playhead.value, rate: editor.rate.value })
  const shots = computed(() => pictures.value.filter(clip => clip.sourceLength !== null && !clip.isFrozen))
  const here = computed(() =>
    pictures.value.filter(({ start, length }) => view.playhead.value >= start && view.playhead.value < start + length))
  /** Of a shot with its sound, keys are the picture's, until its sound has some. */
  const soundsHere = computed(() => sounds.value.filter((clip) => {
    const [first, last] = [clip.start, clip.start + clip.length - 1].map(at => frameAtSample(at, editor.rate.value))
    const isHere = view.playhead.value >= first! && view.playhead.value <= last!
    return isHere && (here.value.length === 0 || keyedSoundMotions(clip).length > 0)
  }))

  /** A shot, or a sequence, under the playhead: one that is selected, else the uppermost. */
  function shotHere(): PictureClip | null {
    const under = editor.rows.value.filter(row => !row.track.isLocked)
      .flatMap(row => boxAt(row.boxes, view.playhead.value) ?? [])
      .flatMap(({ clip }) => 'look' in clip && !clip.isDisabled ? [clip] : [])
      .filter(clip => clip.sourceLength !== null && !clip.isFrozen)
    return under.find(clip => selected().has(clip.id)) ?? under[0] ?? null
  }

  function soundKey(clip: SoundClip): SequenceEdit {
    const moving = keyedSoundMotions(clip)
    const motions = moving.length > 0 ? moving : ['gain'] as const
    const isThere = motions.every(motion => soundEasingAt(clip, motion, place()) !== null)
    const values = motions.map(motion => (isThere ? withoutSoundKey : withSoundKey)(clip, motion, place()))
    return { do: 'setSound', clipIds: [clip.id], values: Object.assign({}, ...values) }
  }

  return {
    mayKey: computed(() => here.value.length > 0 || soundsHere.value.length > 0),
    hasShots: computed(() => shots.value.length > 0),
    hasShotHere: (): boolean => shotHere() !== null,
    /** A key for all that changes already, else for place and size, or the gain; where such keys are, they go. */
    toggleKey(): void {
      edit('keys', [...soundsHere.value.map(soundKey), ...here.value.map((clip): SequenceEdit => {
        const offset = offsetAt(clip, view.playhead.value)
        const moving = keyedMotions(clip)
        const motions = moving.length > 0 ? moving : isAdjustment(clip) ? ['opacity'] as const : ['position', 'scale'] as const
        const isThere = motions.every(motion => easingAt(clip, motion, offset) !== null)
        const { look, keys = {}, grade } = motions.reduce<PictureClip>((keyed, motion) =>
          ({ ...keyed, ...(isThere ? withoutKey : withKey)(keyed, motion, offset) }), clip)
        return { do: 'setPicture', clipIds: [clip.id], values: { look, keys, ...grade && { grade } } }
      })])
    },
    toKey(to: 'previous' | 'next'): void {
      const places = pictures.value.flatMap((clip) => {
        const key = nextKey(clip, view.playhead.value - clip.start, to)
        return key === null ? [] : [clip.start + key]
      })
      places.push(...sounds.value.flatMap(clip => nextSoundKey(clip, place(), to) ?? []))
      if (places.length > 0)
        editor.seek(to === 'next' ? Math.min(...places) : Math.max(...places))
    },
    /** All of them backwards, or forwards where all are backwards already. */
    reverse(): void {
      const isReversed = shots.value.some(clip => !clip.isReversed)
      edit('reverse', [{ do: 'setReversed', clipIds: shots.value.map(({ id }) => id), isReversed }])
    },
    /** The picture at the playhead is held for two seconds; what follows moves back. */
    freeze(): void {
      withDocument((now) => {
        const clip = shotHere()
        const found = clip && findClip(now, clip.id)
        if (!clip || !found)
          return
        const offset = view.playhead.value - clip.start
        const length = Math.max(1, Math.round(frozenSeconds * now.rate.numerator / now.rate.denominator))
        const frozen: PictureClip = { ...frozenAt(clip, offset, length, sourceFrameAt(clip, offset)), id: randomId<ClipId>() }
        edit('freeze', [{ do: 'place', placements: [{ trackId: found.track.id, clip: frozen }], how: 'insert' }], selectOnly(frozen.id))
      })
    },
  }
}
