/** The recorder over a lent microphone: what it asks for, what it sends, and every way in which a recording may end. */
import type { RecorderHost, SliceTime } from '../../../../src-renderer/player/recorder/recorder.ts'
import type { SliceAnswer } from '../../../../src-renderer/player/recorder/send-slices.ts'
import type { Blocked, RecorderState } from '../../../../src-renderer/player/recorder/states.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLevelMeter } from '../../../../src-renderer/player/recorder/levels.ts'
import { heardAtMs, sampleSpokenAt } from '../../../../src-renderer/player/recorder/place-recording.ts'
import { createRecorder } from '../../../../src-renderer/player/recorder/recorder.ts'

class Track extends EventTarget {
  readyState = 'live'
  stop = (): void => void (this.readyState = 'ended')
  getSettings = () => ({ deviceId: 'mic', latency: 0.01 })
  unplug(): void {
    this.stop()
    this.dispatchEvent(new Event('ended'))
  }
}

/** As the browser's: it hands over what it has when it is stopped. */
class FakeMediaRecorder {
  state = 'inactive'
  onstart: (() => void) | null = null
  onstop: (() => void) | null = null
  onerror: (() => void) | null = null
  ondataavailable: ((event: { data: Blob }) => void) | null = null
  start(): void {
    this.state = 'recording'
    queueMicrotask(() => this.onstart?.())
  }

  give(text: string): void {
    this.ondataavailable?.({ data: new Blob([text]) })
  }

  stop(): void {
    this.state = 'inactive'
    queueMicrotask(() => {
      this.give('end')
      this.onstop?.()
    })
  }
}

function open(more: Partial<RecorderHost> = {}) {
  const track = new Track()
  const recorders: FakeMediaRecorder[] = []
  const states: RecorderState<string>[] = []
  const asked: MediaStreamConstraints[] = []
  const sent: string[] = []
  const finished: (readonly SliceTime[])[] = []
  const meter = { setMonitoring: vi.fn(), close: async () => {} }
  const left: string[] = []
  let answer: () => SliceAnswer = () => 'kept'
  let takes: string | null = 'id'
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream // What the recorder uses.
  const host = {
    devices: Object.assign(new EventTarget(), {
      async getUserMedia(constraints: MediaStreamConstraints) {
        asked.push(constraints)
        return stream
      },
      enumerateDevices: async () => [{ kind: 'audioinput', deviceId: 'mic', label: 'Desk' }],
    }) as unknown as MediaDevices,
    canRecord: (format: string) => format === 'audio/webm;codecs=pcm',
    openRecorder() {
      recorders.push(new FakeMediaRecorder())
      return recorders.at(-1) as unknown as MediaRecorder
    },
    openMeter: async () => meter,
    now: () => performance.now(),
    wallNow: () => Date.now(),
    pause: (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms)),
    ...more,
  }
  const recorder = createRecorder<string>(host, {
    begin: async () => takes,
    append: async (_, at, slice) => {
      const said = answer()
      if (said === 'kept')
        sent.push(`${at}:${await slice.text()}`)
      return said
    },
    async leave(id) {
      left.push(id)
    },
    async finish(_, slices) {
      finished.push(slices)
      return { kept: 'take', startedAtMs: 7 }
    },
  }, { onState: state => void states.push(state), onDevices: () => {}, onLevel: () => {} })
  return {
    recorder,
    track,
    states,
    asked,
    sent,
    finished,
    left,
    recorders,
    meter,
    now: () => states.at(-1),
    given: () => recorders.at(-1)!,
    answersWith: (next: () => SliceAnswer) => void (answer = next),
    takesNone: () => void (takes = null),
  }
}

async function recording(more: Partial<RecorderHost> = {}) {
  const opened = open(more)
  await opened.recorder.open(null)
  void opened.recorder.record(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(opened.now()).toMatchObject({ is: 'recording' })
  return opened
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a microphone', () => {
  it('is opened as it is, without what browsers do to calls, and nobody hears it', async () => {
    const { recorder, asked, meter, now } = open()
    await recorder.open('mic')
    expect(asked).toMatchObject([{ audio: {
      deviceId: { exact: 'mic' },
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
    } }])
    expect(now()).toEqual({ is: 'ready' })
    expect(meter.setMonitoring.mock.calls).toEqual([[false]])
  })

  it.each<[string, Blocked]>([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'none'],
    ['NotReadableError', 'in-use'],
    ['TypeError', 'broken'],
  ])('that fails with %s is %s', async (name, because) => {
    const refusing = { getUserMedia: () => Promise.reject(new DOMException('no', name)) }
    const { recorder, now } = open({ devices: refusing as unknown as MediaDevices }) // It gets no further.
    await recorder.open(null)
    expect(now()).toEqual({ is: 'blocked', because })
  })

  it('cannot be opened by a page that is not secure, or a browser without a recorder', async () => {
    for (const lacking of [{ devices: undefined }, { canRecord: () => false }]) {
      const { recorder, now } = open(lacking)
      await recorder.open(null)
      expect(now()).toEqual({ is: 'blocked', because: 'unsupported' })
    }
  })

  it('records without a meter where there is none', async () => {
    const { now } = await recording({ openMeter: () => Promise.reject(new Error('no worklets')) })
    expect(now()).toMatchObject({ is: 'recording' })
  })

  it('that is unplugged before a recording is told, also while it counts down', async () => {
    const { recorder, track, now, sent } = open()
    await recorder.open(null)
    void recorder.record(3)
    await vi.advanceTimersByTimeAsync(1500)
    expect(now()).toEqual({ is: 'counting', left: 2 })
    track.unplug()
    await vi.advanceTimersByTimeAsync(5000)
    expect([now(), sent]).toEqual([{ is: 'blocked', because: 'gone' }, []])
  })
})

describe('a recording', () => {
  it('counts down, sends each slice once and in order, and is the sink\'s in the end', async () => {
    const { recorder, states, sent, finished, given } = open()
    await recorder.open(null)
    void recorder.record(3)
    await vi.advanceTimersByTimeAsync(3000)
    given().give('one')
    await vi.advanceTimersByTimeAsync(1000)
    given().give('two')
    await recorder.stop()
    expect(states.map(state => state.is)).toEqual([
      ...['opening', 'ready', 'counting', 'counting', 'counting', 'recording', 'ending', 'ended'],
    ])
    expect(sent).toEqual(['0:one', '3:two', '6:end'])
    expect(finished[0]?.map(slice => slice.endByte)).toEqual([3, 6, 9])
    expect(finished[0]![1]!.atMs - finished[0]![0]!.atMs).toBe(1000)
    expect(states.at(-1)).toEqual({ is: 'ended', because: 'stopped', kept: 'take' })
    expect(recorder.timing).toEqual({ startedAtMs: 7, inputSeconds: 0.01 })
    recorder.again()
    expect(states.at(-1)).toEqual({ is: 'ready' })
  })

  it('does not begin when its countdown is stopped, not even when another is started in the meantime', async () => {
    const { recorder, states, now } = open()
    await recorder.open(null)
    void recorder.record(3)
    await vi.advanceTimersByTimeAsync(500)
    await recorder.stop()
    expect(now()).toEqual({ is: 'ready' })
    void recorder.record(3)
    await vi.advanceTimersByTimeAsync(2900)
    expect(now()).toEqual({ is: 'counting', left: 1 })
    await vi.advanceTimersByTimeAsync(200)
    expect(states.filter(state => state.is === 'recording')).toHaveLength(1)
  })

  it('is one, however often Record is pressed before it has begun', async () => {
    const { recorder, recorders, finished, given } = open()
    await recorder.open(null)
    const presses = [recorder.record(0), recorder.record(0)]
    await Promise.resolve()
    presses.push(recorder.record(0))
    await vi.advanceTimersByTimeAsync(0)
    presses.push(recorder.record(0))
    given().give('one')
    await recorder.stop()
    await Promise.all(presses)
    expect([recorders.length, finished.length]).toEqual([1, 1])
    recorder.again()
    void recorder.record(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(recorders).toHaveLength(2)
  })

  it('that is not made after all is not left open in the studio', async () => {
    const { recorder, track, left, recorders } = open()
    await recorder.open(null)
    void recorder.record(3)
    await vi.advanceTimersByTimeAsync(500)
    await recorder.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(left, 'its countdown was stopped').toEqual(['id'])
    void recorder.record(0)
    await recorder.open('another')
    await vi.advanceTimersByTimeAsync(0)
    expect(left, 'another microphone was chosen').toEqual(['id', 'id'])
    void recorder.record(3)
    track.unplug()
    await vi.advanceTimersByTimeAsync(5000)
    expect(left, 'its microphone was unplugged').toHaveLength(3)
    await recorder.open(null)
    void recorder.record(0)
    await recorder.close()
    await vi.advanceTimersByTimeAsync(0)
    expect([left.length, recorders.length], 'its dialog was closed').toEqual([4, 0])
  })

  it('that the studio does not take is not made', async () => {
    const { recorder, takesNone, now } = open()
    takesNone()
    await recorder.open(null)
    await recorder.record(0)
    expect(now()).toEqual({ is: 'blocked', because: 'studio' })
  })

  it('waits for a lost wire and loses nothing', async () => {
    const { recorder, answersWith, sent, given } = await recording()
    answersWith(() => 'lost')
    given().give('one')
    await vi.advanceTimersByTimeAsync(10_000)
    given().give('two')
    answersWith(() => 'kept')
    await vi.advanceTimersByTimeAsync(1000)
    await recorder.stop()
    expect(sent).toEqual(['0:one', '3:two', '6:end'])
  })

  it.each<[SliceAnswer, string]>([['disk-full', 'disk-full'], ['over', 'studio-gone']])(
    'ends when a slice is answered with %s, and keeps what came before',
    async (answer, because) => {
      const { answersWith, sent, given, now } = await recording()
      given().give('one')
      await vi.advanceTimersByTimeAsync(0)
      answersWith(() => answer)
      given().give('two')
      await vi.advanceTimersByTimeAsync(0)
      expect(now()).toEqual({ is: 'ended', because, kept: 'take' })
      expect(sent).toEqual(['0:one'])
    },
  )

  it('gives up a studio that never comes back', async () => {
    const { answersWith, given, now } = await recording()
    answersWith(() => 'lost')
    for (let second = 0; second < 40; second++) {
      given().give('some')
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(now()).toMatchObject({ is: 'ended', because: 'studio-gone' })
  })

  it('ends when its microphone is unplugged, or sends nothing more', async () => {
    const unplugged = await recording()
    unplugged.given().give('one')
    unplugged.track.unplug()
    await vi.advanceTimersByTimeAsync(0)
    expect(unplugged.now()).toEqual({ is: 'ended', because: 'gone', kept: 'take' })
    expect(unplugged.sent).toEqual(['0:one', '3:end'])
    const silent = await recording()
    await vi.advanceTimersByTimeAsync(17_000)
    expect(silent.now()).toEqual({ is: 'ended', because: 'gone', kept: 'take' })
  })

  it('is left to the studio when its microphone is gone because the page is going, so that the next page is told of it', async () => {
    const { recorder, track, finished, sent, given, now } = await recording()
    given().give('a')
    recorder.noteLeaving()
    track.unplug()
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toEqual(['0:a', '1:end'])
    expect(finished).toEqual([])
    expect(recorder.recordingId, 'told to the studio when the page goes').toBe('id')
    // The user stayed, and the microphone is really gone.
    await vi.advanceTimersByTimeAsync(60_000)
    expect(now()).toEqual({ is: 'ended', because: 'gone', kept: 'take' })
  })

  it('ends when the machine slept, whose clock on the wall continued', async () => {
    const { given, now } = await recording()
    vi.setSystemTime(Date.now() + 3_600_000)
    given().give('after the sleep')
    await vi.advanceTimersByTimeAsync(0)
    expect(now()).toEqual({ is: 'ended', because: 'slept', kept: 'take' })
  })

  it('is ended and kept when the recorder is closed, which lets go of the microphone', async () => {
    const { recorder, track, states, sent } = await recording()
    await recorder.close()
    expect(states.slice(-2).map(state => state.is)).toEqual(['ended', 'closed'])
    expect([sent, track.readyState]).toEqual([['0:end'], 'ended'])
  })
})

describe('the level', () => {
  it('holds a peak for a moment, remembers that it clipped until that is reset, and knows a muted microphone from a quiet one', () => {
    const meter = createLevelMeter()
    expect(meter.add({ peak: 0.5, rms: 0.1 }, 0)).toMatchObject({ isClipped: false, silentSinceMs: null })
    expect(meter.add({ peak: 0.1, rms: 0.1 }, 1000).peakDb).toBeCloseTo(-6, 1)
    expect(meter.add({ peak: 0.1, rms: 0.1 }, 1600)).toMatchObject({ peakDb: -20, rmsDb: -20 })
    expect(meter.add({ peak: 1, rms: 0.5 }, 1700).isClipped).toBe(true)
    expect(meter.add({ peak: 0, rms: 0 }, 9000)).toMatchObject({ isClipped: true, peakDb: -Infinity, silentSinceMs: 9000 })
    expect(meter.add({ peak: 0, rms: 0 }, 9050).silentSinceMs).toBe(9000)
    meter.reset()
    expect(meter.add({ peak: 0.001, rms: 0.001 }, 9100)).toMatchObject({ isClipped: false, silentSinceMs: null })
  })
})

describe('the place of a recording', () => {
  it('is where its speaker heard the film: the way to the ear and from the mouth are both counted', () => {
    fc.assert(fc.property(
      fc.record({ out: fc.double({ min: 0, max: 0.3, noNaN: true }), in: fc.double({ min: 0, max: 0.3, noNaN: true }) }),
      fc.double({ min: 0, max: 60, noNaN: true }),
      fc.double({ min: -2, max: 10, noNaN: true }),
      (latency, contextTime, startsAfter) => {
        // The page's clock and the context's differ by 100 s; the recorder gets what is spoken later by the way in.
        const heard = (100 + contextTime + latency.out) * 1000
        const startedAtMs = heard + startsAfter * 1000
        const context = {
          currentTime: 0,
          baseLatency: 0,
          outputLatency: latency.out,
          getOutputTimestamp: () => ({ contextTime: 0, performanceTime: (100 + latency.out) * 1000 }),
        }
        const timing = { startedAtMs, inputSeconds: latency.in, offsetSeconds: 0 }
        const found = sampleSpokenAt(timing, heardAtMs(context, contextTime, 0))
        expect(Math.abs(found! - (latency.in - startsAfter) * 48_000)).toBeLessThanOrEqual(1)
        const fresh = { ...context, getOutputTimestamp: () => ({ contextTime: 0, performanceTime: 0 }) }
        expect(Math.abs(sampleSpokenAt(timing, heardAtMs(fresh, contextTime, 100_000))! - found!)).toBeLessThanOrEqual(1)
        expect(sampleSpokenAt({ ...timing, offsetSeconds: 0.02 }, heardAtMs(context, contextTime, 0))! - found!).toBe(960)
      },
    ))
  })

  it('is not known without the time at which it began', () => {
    expect(sampleSpokenAt({ startedAtMs: null, inputSeconds: 0, offsetSeconds: 0 }, 0)).toBeNull()
  })
})
