/** One line that is being fitted to a length: its wordings, which are found again from the line, and the one that is chosen. */
import type { Message } from '#contract/conversations.ts'
import type { Line } from '#contract/script.ts'
import type { FitTarget } from '#rules/fit/target.ts'
import type { Pace, SpokenLength } from '#rules/script/pace.ts'
import { computed, shallowRef, watch } from 'vue'
import { readFitTask } from '#rules/fit/ask.ts'
import { fitConversationOf } from '#rules/fit/conversation.ts'
import { readWordings } from '#rules/fit/read-wordings.ts'
import { boundedSeconds } from '#rules/fit/target.ts'
import { spokenLength } from '#rules/script/pace.ts'
import { newestFirst } from '../../../stores/by-age.ts'
import { useConversations, useJobOutput, useMessages } from '../../../stores/conversations.ts'
import { useJobs } from '../../../stores/jobs.ts'

/** Nearer than this it fits: nobody hears it. */
const closeSeconds = 0.15

export type FitLine = ReturnType<typeof useFitLine>

export function useFitLine({ line: first, lines, paceOf, targetsOf }: {
  line: Line
  lines: () => readonly Line[]
  paceOf: (line: Line) => Pace
  targetsOf: (line: Line) => readonly FitTarget[]
}) {
  const conversations = useConversations()
  const jobs = useJobs()
  const conversationId = fitConversationOf(first.id)
  /** As it is now; null once it is gone. */
  const line = computed(() => lines().find(each => each.id === first.id) ?? null)
  const text = computed(() => (line.value ?? first).text)
  const pace = computed(() => paceOf(line.value ?? first))
  const targets = computed(() => targetsOf(line.value ?? first))

  const isThere = computed(() => conversations.get(conversationId) !== undefined)
  const messages = useMessages(() => isThere.value ? conversationId : null)
  /** The newest: it may have been asked for again in the chat. */
  const answer = computed(() => messages.all.value.filter(message => message.role === 'assistant').toSorted(newestFirst)[0] ?? null)
  const textOf = (message: Message | undefined | null): string =>
    message?.parts.flatMap(part => part.type === 'text' ? part.text : []).join('') ?? ''
  const task = computed(() => readFitTask(textOf(messages.get(answer.value?.parentId))))
  const job = computed(() => jobs.get(answer.value?.jobId) ?? null)
  const output = useJobOutput(() => answer.value?.state === 'arriving' ? answer.value.jobId : null)
  const isOver = computed(() => answer.value?.state === 'whole' || answer.value?.state === 'partial')
  const reply = computed(() => answer.value?.state === 'arriving' ? output.value?.text ?? '' : textOf(answer.value))
  const wordings = computed(() => isOver.value ? readWordings(reply.value, task.value?.line ?? text.value) : [])

  /** What was typed as the target; else what was asked for, else what there is to fit. */
  const typed = shallowRef<number | null>(null)
  const seconds = computed(() => typed.value ?? task.value?.secondsWanted ?? targets.value[0]!.seconds)
  const chosen = shallowRef<number | null>(null)
  const edited = shallowRef<string | null>(null)
  watch(() => answer.value?.id, () => {
    chosen.value = null
    edited.value = null
  })
  const isOfOtherText = computed(() => task.value !== undefined && task.value.line !== text.value.replaceAll(/\s+/g, ' ').trim())
  const lengthOf = (words: string): SpokenLength => spokenLength(words, pace.value)

  return {
    id: first.id,
    conversationId,
    line,
    text,
    pace,
    targets,
    answer,
    job,
    reply,
    wordings,
    isOver,
    seconds,
    chosen,
    /** The chosen wording as it would be used; null before one is chosen. */
    words: computed(() => chosen.value === null ? null : edited.value ?? wordings.value[chosen.value] ?? null),
    /** The wordings are of the line as it was before. */
    isOfOtherText,
    isReady: computed(() => conversations.isReady && (!isThere.value || messages.isReady.value)),
    isWaiting: computed(() => answer.value?.state === 'arriving'),
    /** Not while a request is under way, or may have been paid for. */
    mayAsk: computed(() => line.value?.isLocked === false && answer.value?.state !== 'arriving' && job.value?.state !== 'unsure'),
    /** There are wordings of these words for this length. */
    isAnswered: computed(() => wordings.value.length > 0 && !isOfOtherText.value && task.value?.secondsWanted === seconds.value),
    lengthOf,
    /** How much longer than the target; 0 where it fits. */
    beyond(words: string): number {
      const difference = lengthOf(words).seconds - seconds.value
      return Math.abs(difference) <= closeSeconds ? 0 : difference
    },
    aim(value: number): void {
      typed.value = boundedSeconds(value)
    },
    choose(place: number): void {
      if (wordings.value[place] === undefined)
        return
      chosen.value = place
      edited.value = null
    },
    edit(words: string): void {
      edited.value = words
    },
  }
}
