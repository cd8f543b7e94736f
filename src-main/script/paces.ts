/** The pace of each speaker in each language, learned from takes: of their voice, before that of the speaker with any voice, before that of the language. */
import type { Casting, Line, SpeakerPace } from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { Pace, SpokenTake } from '#rules/script/pace.ts'
import type { Takes } from '../library/takes.ts'
import type { Voices } from '../library/voices.ts'
import type { TakeWordTimes } from '../library/word-times.ts'
import type { Database } from '../storage/database.ts'
import { voiceNamed } from '#rules/models/named-voice.ts'
import { languageCode } from '#rules/script/language-code.ts'
import { languageOfSpeaker } from '#rules/script/line-language.ts'
import { paceOf, usualPaceOf } from '#rules/script/pace.ts'
import { languageIn } from '#rules/script/pronounce.ts'
import { requireProject } from '../library/projects.ts'
import { sql } from '../storage/sql.ts'
import { readCastings } from './casting-rows.ts'
import { readLanguages } from './script-languages.ts'

export interface Paces {
  /** Of every speaker who has a line, in their own language first and then in others of their lines; and the lengths of the takes that lines use. @throws Fault not-found */
  paces: (projectId: ProjectId, isPractice: boolean) => Promise<{ paces: SpeakerPace[], lengths: { takeId: TakeId, seconds: number }[] }>
  /** Of the speaker of a line, in its language. */
  paceFor: (projectId: ProjectId, line: Pick<Line, 'speaker' | 'spokenIn'>, isPractice: boolean) => Promise<Pace>
}

interface ChosenTake {
  readonly speaker: string
  /** What a person has said of the line. */
  readonly language: string | null
  readonly id: TakeId | null
  readonly text: string | null
  readonly seconds: number | null
  readonly is_practice: number | null
}

interface Speaking { readonly casting: Casting | undefined, readonly language: string | null }

/** The newest tell enough, and a voice may have spoken for years. */
const mostTakes = 40

export function createPaces({ db, takes, takeWords, voices }: {
  db: Database
  takes: Pick<Takes, 'newestSpokenWith'>
  takeWords: Pick<TakeWordTimes, 'known'>
  voices: Pick<Voices, 'get'>
}): Paces {
  const chosen = (projectId: ProjectId): Promise<ChosenTake[]> => db.all<ChosenTake>(sql`
    SELECT lines.speaker, lines.language, takes.id, takes.text, assets.duration_seconds AS seconds, takes.is_practice
    FROM lines LEFT JOIN takes ON takes.id = lines.chosen_take_id AND takes.trashed_at IS NULL
      LEFT JOIN assets ON assets.id = takes.asset_id
    WHERE lines.project_id = ${projectId} AND lines.removed_at IS NULL`)

  async function nameOf({ voiceId, fields }: Casting): Promise<string | null> {
    return voiceId === null ? voiceNamed(fields) : voices.get(voiceId).then(voice => voice.name, () => null)
  }

  async function spokenTake(take: Take): Promise<SpokenTake> {
    const words = await takeWords.known(take)
    const [first, last] = [words?.[0], words?.at(-1)]
    return {
      text: take.text,
      seconds: take.asset.durationSeconds ?? 0,
      speechSeconds: first && last ? last.end - first.start : null,
    }
  }

  /** In this language; where either says none, it is the same. */
  async function takesOfVoice(casting: Casting, wanted: string | null, isPractice: boolean): Promise<Take[]> {
    const voice = await nameOf(casting)
    const found = voice === null ? [] : await takes.newestSpokenWith({ modelId: casting.modelId, voice, isPractice }, mostTakes)
    return found.filter(({ request }) => {
      const language = languageCode(languageIn(request?.fields ?? {})) ?? request?.spokenIn ?? null
      return wanted === null || language === null || language === wanted
    })
  }

  async function paceWith(
    rows: readonly ChosenTake[],
    { casting, language }: Speaking,
    isPractice: boolean,
  ): Promise<Pace> {
    const usual = usualPaceOf(language)
    const ofVoice = casting ? await takesOfVoice(casting, language, isPractice) : []
    // Each take counts once.
    const voiceIds = new Set(ofVoice.map(take => take.id))
    const others = rows.flatMap(({ id, text, seconds, is_practice }): SpokenTake[] => {
      const isOther = id !== null && !voiceIds.has(id) && (is_practice === 1) === isPractice
      return isOther && text !== null && seconds !== null ? [{ text, seconds, speechSeconds: null }] : []
    })
    const ofSpeaker = paceOf(others.slice(-mostTakes), usual, 'speaker')
    return paceOf(await Promise.all(ofVoice.map(spokenTake)), ofSpeaker, 'voice')
  }

  /** How a speaker is cast, and in which language. */
  async function speakingIn(projectId: ProjectId) {
    const castings = new Map((await readCastings(db, projectId)).map(casting => [casting.speaker, casting]))
    const languages = await readLanguages(db, projectId)
    return (speaker: string): Speaking => {
      const casting = castings.get(speaker)
      return { casting, language: languageOfSpeaker(speaker, casting ?? null, languages) }
    }
  }

  async function pacesOf(speaker: string, rows: readonly ChosenTake[], { casting, language }: Speaking, isPractice: boolean) {
    const paces: SpeakerPace[] = []
    const byLanguage = Map.groupBy(rows, row => row.language ?? language)
    for (const spokenIn of new Set([language, ...byLanguage.keys()])) {
      const pace = await paceWith(byLanguage.get(spokenIn) ?? [], { casting, language: spokenIn }, isPractice)
      paces.push({ speaker, language: spokenIn, ...pace })
    }
    return paces
  }

  return {
    async paces(projectId, isPractice) {
      await requireProject(db, projectId)
      const speaking = await speakingIn(projectId)
      const rows = await chosen(projectId)
      const paces: SpeakerPace[] = []
      for (const [speaker, ofSpeaker] of Map.groupBy(rows, row => row.speaker))
        paces.push(...await pacesOf(speaker, ofSpeaker, speaking(speaker), isPractice))
      const lengths = new Map(rows.flatMap(({ id, seconds }) => id === null || seconds === null ? [] : [[id, seconds] as const]))
      return { paces, lengths: Array.from(lengths, ([takeId, seconds]) => ({ takeId, seconds })) }
    },
    async paceFor(projectId, { speaker, spokenIn }, isPractice) {
      const { casting, language } = (await speakingIn(projectId))(speaker)
      const rows = (await chosen(projectId)).filter(row => row.speaker === speaker && (row.language ?? language) === spokenIn)
      return paceWith(rows, { casting, language: spokenIn }, isPractice)
    },
  }
}
