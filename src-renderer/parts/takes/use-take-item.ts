/** A take as one item of a list or grid: Space and a resting pointer play it, it can be dragged with the selection, and it has a menu. */
import type { MaybeRefOrGetter, ShallowRef } from 'vue'
import type { Take } from '#contract/takes.ts'
import type { TakesToActOn } from './take-work.ts'
import type { TakeSound } from './use-take-sound.ts'
import { useTimeoutFn } from '@vueuse/core'
import { shallowRef, toValue } from 'vue'
import { holdForDrag, startTakeDrag } from './start-take-drag.ts'
import { useTakeSound } from './use-take-sound.ts'

/** Of a selection: it adds to it, or stretches it. */
export function isModified({ ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean {
  return ctrlKey || metaKey || shiftKey
}

/** Seconds that keys move a sound by. */
const seeks: Readonly<Partial<Record<string, number>>> = { ',': -1, '.': 1, '<': -5, '>': 5 }

/** Moving the pointer across a grid must not start every shot. */
const hoverMs = 250

export interface TakeItem {
  sound: TakeSound
  /** A shot moves; a sound may be heard under the pointer. */
  isMoving: Readonly<ShallowRef<boolean>>
  /** For `v-on` of the item. */
  listeners: Readonly<Record<'mouseenter' | 'mouseleave', () => void>> & {
    readonly keydown: (event: KeyboardEvent) => void
    readonly pointerdown: () => void
    readonly dragstart: (event: DragEvent) => void
  }
}

/**
 * `dragged`: the item and what is selected with it. `onEnter`: of the key, which nobody else gets then; so with Space. `onLook`: what
 * Space does with what cannot be played.
 */
export function useTakeItem(take: MaybeRefOrGetter<Take>, { dragged, onEnter, onLook, hasSeekKeys = false }: {
  dragged: () => TakesToActOn
  onEnter: (event: KeyboardEvent) => void
  onLook?: () => void
  /** Comma and period move a sound; elsewhere they are of the room. */
  hasSeekKeys?: boolean
}): TakeItem {
  const sound = useTakeSound(take)
  const isMoving = shallowRef(false)
  const hover = useTimeoutFn(() => {
    isMoving.value = true
  }, hoverMs, { immediate: false })

  async function seekBy(seconds: number): Promise<void> {
    await sound.seek(Math.min(Math.max(sound.seconds.value + seconds, 0), sound.durationSeconds.value))
  }

  function preview(): void {
    const { medium } = toValue(take)
    if (medium === 'audio')
      void sound.toggle()
    else if (medium === 'video')
      isMoving.value = !isMoving.value
    else
      onLook?.()
  }

  return {
    sound,
    isMoving,
    listeners: {
      mouseenter: () => hover.start(),
      mouseleave() {
        hover.stop()
        isMoving.value = false
      },
      keydown(event) {
        const { medium, asset } = toValue(take)
        const hasMod = event.ctrlKey || event.metaKey || event.altKey
        const seek = hasSeekKeys && medium === 'audio' && !asset.isMissing && !hasMod ? seeks[event.key] : undefined
        if (event.target !== event.currentTarget || (event.key !== ' ' && event.key !== 'Enter' && seek === undefined))
          return
        event.preventDefault()
        event.stopPropagation()
        if (seek !== undefined)
          void seekBy(seek)
        else if (event.key === ' ')
          preview()
        else
          onEnter(event)
      },
      pointerdown() {
        holdForDrag(dragged())
        if (toValue(take).medium !== 'audio')
          return
        // Who has chosen it plays it by keys and buttons, until the pointer comes again.
        hover.stop()
        isMoving.value = false
      },
      dragstart: event => startTakeDrag(event, dragged()),
    },
  }
}
