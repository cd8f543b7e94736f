/** The topmost clips and the gaps, compared with the definition frame by frame. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gapsBetween, uppermostRuns } from '#rules/sequence/runs.ts'

const clip = fc.record({ startFrame: fc.integer({ min: -20, max: 120 }), frames: fc.integer({ min: 0, max: 60 }) })

it('at every frame the last clip that covers it is topmost, at the right frame of the clip', () => {
  fc.assert(fc.property(fc.array(clip, { maxLength: 8 }), (clips) => {
    const length = clips.reduce((longest, { startFrame, frames }) => Math.max(longest, startFrame + frames), 0)
    const shown = Array.from({ length }).fill(null)
    for (const run of uppermostRuns(clips)) {
      for (let at = 0; at < run.frames; at++)
        shown[run.startFrame + at] = [clips.indexOf(run.clip), run.skippedFrames + at]
    }
    expect(shown).toEqual(Array.from({ length }, (_, frame) => {
      const top = clips.findLastIndex(({ startFrame, frames }) => startFrame <= frame && frame < startFrame + frames)
      return top === -1 ? null : [top, frame - (clips[top]?.startFrame ?? 0)]
    }))
  }))
})

it('runs and the gaps between them fill the length, each frame once', () => {
  fc.assert(fc.property(fc.array(clip, { maxLength: 8 }), fc.nat({ max: 40 }), (clips, more) => {
    const runs = uppermostRuns(clips)
    const length = runs.reduce((_, run) => run.startFrame + run.frames, 0) + more
    const spans = [...runs, ...gapsBetween(runs, length)].sort((a, b) => a.startFrame - b.startFrame)
    let endFrame = 0
    for (const { startFrame, frames } of spans) {
      expect(startFrame).toBe(endFrame)
      expect(frames).toBeGreaterThan(0)
      endFrame += frames
    }
    expect(endFrame).toBe(length)
  }))
})

it('a clip continues as one run where one below it begins or ends', () => {
  const [low, high] = [{ startFrame: 10, frames: 5 }, { startFrame: 0, frames: 30 }]
  expect(uppermostRuns([low, high])).toEqual([{ clip: high, startFrame: 0, frames: 30, skippedFrames: 0 }])
})
