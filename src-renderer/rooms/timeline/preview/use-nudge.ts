/** Moves the framed picture or title by keys that have a modifier: what is pressed until the modifier is released is one step of undo. */
import type { Look, PictureClip } from '#contract/sequence-document.ts'
import type { Action } from '../../../actions/action.ts'
import type { Editor } from '../use-editor.ts'
import { useEventListener } from '@vueuse/core'
import { onScopeDispose } from 'vue'
import { isModifier } from '../../../actions/keys.ts'
import { nudge } from './frame-gestures.ts'
import { lookAt, setLook, showLook } from './look.ts'

const morePixels = 10
const ways = [
  { to: 'left', right: -1, down: 0 },
  { to: 'right', right: 1, down: 0 },
  { to: 'up', right: 0, down: -1 },
  { to: 'down', right: 0, down: 1 },
] as const

/** `framed`: the picture with a frame, as it is shown; null where there is none. */
export function useNudge(editor: Editor, framed: () => PictureClip | null): () => readonly Action[] {
  let moved: { readonly clip: PictureClip, readonly look: Look } | null = null

  function by(right: number, down: number): void {
    const clip = framed()
    const { value: sequence } = editor.document
    if (!clip || !sequence)
      return
    if (moved?.clip.id !== clip.id)
      end()
    const look = nudge(moved?.look ?? lookAt(clip, editor.view.playhead.value), right, down, sequence)
    moved = { clip, look }
    showLook(editor, clip, look)
  }
  function end(): void {
    const done = moved
    moved = null
    if (!done)
      return
    showLook(editor, done.clip, null)
    setLook(editor, done.clip, done.look)
  }
  function giveUp(): void {
    if (moved)
      showLook(editor, moved.clip, null)
    moved = null
  }

  const page = globalThis.window
  useEventListener(page, 'keyup', event => (event.ctrlKey || event.metaKey || event.altKey) || end())
  // The next action finds it done.
  useEventListener(page, 'keydown', (event) => {
    if (event.key === 'Escape')
      giveUp()
    else if (!isModifier(event) && !event.key.startsWith('Arrow'))
      end()
  }, { capture: true })
  useEventListener(page, ['pointerdown', 'blur', 'pagehide'], end, { capture: true })
  onScopeDispose(end)

  return () => ways.flatMap(({ to, right, down }) => [1, morePixels].map((pixels): Action => ({
    id: `timeline.picture-${to}${pixels > 1 ? '-more' : ''}`,
    group: 'timeline',
    label: texts => pixels > 1 ? texts.timeline.frame.nudgeMore[to] : texts.timeline.frame.nudge[to],
    keys: [`mod+${pixels > 1 ? 'shift+' : ''}arrow${to}`],
    isHidden: true,
    // To the left and right, the same keys trim an edge that is selected.
    when: () => framed() !== null && (right === 0 || editor.edge.value === null),
    run: () => by(right * pixels, down * pixels),
  })))
}
