/** What makes a shot of a bench costly to draw: colours that change, and a move that eases. */
import type { Keys, PictureClip } from '#contract/sequence-document.ts'
import { neutralGrade } from '#rules/colour/grade.ts'

/** Of a shot that plays as it was recorded, over all of its length. */
export function coloured(clip: PictureClip): PictureClip {
  const course = (from: number, to: number): NonNullable<Keys['x']> => [
    { at: clip.in * 100, value: from, easing: 'ease' },
    { at: (clip.in + Math.floor(clip.length / 2)) * 100, value: to, easing: 'linear' },
    { at: (clip.in + clip.length) * 100, value: from, easing: 'linear' },
  ]
  return {
    ...clip,
    grade: { ...neutralGrade, contrast: 0.2, temperature: 0.1, lift: { ...neutralGrade.lift, blue: 0.05 } },
    keys: { x: course(-0.02, 0.02), scale: course(1.05, 1.2), exposure: course(0, 0.6), saturation: course(0, -0.4) },
  }
}
