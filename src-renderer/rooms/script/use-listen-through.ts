/** Listening through the script: the chosen takes one after another, with the pauses between them. */
import type { Line } from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId } from '#contract/words.ts'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { isHeard } from '#rules/script/script-lines.ts'
import { useNotices } from '../../actions/notices.ts'
import { soundNameOf, useAssetSound } from '../../parts/takes/use-asset-sound.ts'
import { useOutput, usePlayer } from '../../player/use-player.ts'
import { useSpeakerTones } from '../../stores/speaker-tones.ts'
import { useTakes } from '../../stores/takes.ts'

export function useListenThrough(lines: () => readonly Line[]) {
  const notices = useNotices()
  const player = usePlayer()
  const output = useOutput()
  const load = useAssetSound()
  const takes = useTakes()
  const tones = useSpeakerTones()
  const lineId = shallowRef<LineId | null>(null)
  let pause: ReturnType<typeof setTimeout> | undefined
  let playing: string | null = null
  /** What waits for a take or its address plays only in the round in which it was asked for. */
  let round = 0

  function stop(): void {
    round++
    clearTimeout(pause)
    if (lineId.value !== null && player.sound.value?.name === playing)
      player.pause()
    lineId.value = null
    playing = null
  }

  /** The first line at this place or after it that can be heard. */
  async function playFrom(place: number): Promise<void> {
    const mine = round
    for (const line of lines().slice(place)) {
      const answer = isHeard(line) && line.chosenTakeId && await takes.load(line.chosenTakeId)
      if (mine !== round)
        return
      const asset = answer && answer.value && tones.takeOf(answer.value.take, line.id).asset
      if (!asset || asset.isMissing)
        continue
      const isLoaded = await load(asset)
      if (mine !== round)
        return
      if (!isLoaded)
        break
      lineId.value = line.id
      playing = soundNameOf(asset)
      player.seek(0)
      return player.play()
    }
    stop()
  }

  watch(player.isPlaying, (isPlaying) => {
    if (lineId.value === null)
      return
    const sound = player.sound.value
    if (isPlaying) {
      // Played in the pause: the same line again, whose end begins another pause, or another sound, which is not interrupted.
      clearTimeout(pause)
      if (sound?.name !== playing)
        stop()
      return
    }
    const place = lines().findIndex(line => line.id === lineId.value)
    const hasEnded = sound !== null && sound.name === playing && player.seconds.value >= sound.durationSeconds - 0.05
    // Paused by hand, or something else took the output: then the listening is over.
    if (!hasEnded || place < 0)
      return stop()
    pause = setTimeout(() => {
      // By what is not the player, such as a video.
      if (output.isHeld())
        return stop()
      void playFrom(place + 1)
    }, (lines()[place]?.pauseSeconds ?? 0) * 1000)
  }, { flush: 'sync' })
  onScopeDispose(stop)

  /** The take of one line, from its beginning; a second time stops it. */
  async function toggleOne(line: Line): Promise<void> {
    const take = takes.get(line.chosenTakeId)
    const known = take && tones.takeOf(take, line.id).asset
    const isHeard = known !== undefined && player.isPlaying.value && player.sound.value?.name === soundNameOf(known)
    stop()
    return isHeard ? player.pause() : playOne(line)
  }

  /** The take of one line, from the second that `startOf` answers. Where the script was listened through, that continues from there. */
  async function playOne(line: Line, startOf: ((take: Take) => Promise<number>) | null = null): Promise<void> {
    const isThrough = lineId.value !== null
    stop()
    if (line.chosenTakeId === null)
      return
    const mine = round
    const { value, fault } = await takes.load(line.chosenTakeId)
    if (mine !== round)
      return
    if (fault)
      return void notices.fault(fault)
    const asset = value && tones.takeOf(value.take, line.id).asset
    if (asset?.isMissing)
      return void notices.say(t => t.player.missingFile, { tone: 'bad' })
    if (!asset)
      return
    const start = await startOf?.(value.take) ?? 0
    if (mine !== round || !await load(asset, start) || mine !== round)
      return
    if (isThrough) {
      lineId.value = line.id
      playing = soundNameOf(asset)
    }
    player.seek(start)
    return player.play()
  }

  return {
    toggleOne,
    playOne,
    /** The line that is heard now. */
    lineId: shallowReadonly(lineId),
    stop,
    start(from: LineId | null): Promise<void> {
      stop()
      return playFrom(Math.max(0, lines().findIndex(line => line.id === from)))
    },
  }
}
