/** Look-up tables in the grades of the selected pictures: chosen, imported, and written. */
import type { Grade } from '#contract/grade.ts'
import type { PictureClip } from '#contract/sequence-document.ts'
import type { AssetId } from '#contract/words.ts'
import { useFileDialog } from '@vueuse/core'
import { shallowRef } from 'vue'
import { cubeOf } from '#rules/colour/cube.ts'
import { hasLut } from '#rules/colour/grade.ts'
import { cubeText, latticeOf } from '#rules/colour/lattice.ts'
import { useNotices } from '../../../actions/notices.ts'
import { saveText } from '../../../parts/files/save-text.ts'
import { useLuts } from '../../../stores/luts.ts'
import { attempt, importFile, studio } from '../../../studio.ts'

/** Each picture is changed in its own way. */
export type GradeChange = (grade: Grade) => Grade

const isCube = ({ name }: File): boolean => /\.cube$/i.test(name)

/** As a name of a file on every system. */
const fileName = (words: string): string => words.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, ' ').trim().slice(0, 80) || 'grade'

/**
 * `setter` answers what changes the pictures that are selected when it is called, in one step of undo, and tells whether there are any by
 * then. `gradeNow` is that at the playhead.
 */
export function useLutActs(setter: () => (change: GradeChange) => boolean, gradeNow: (clip: PictureClip) => Grade) {
  const luts = useLuts()
  const notices = useNotices()
  const isBusy = shallowRef(false)
  const dialog = useFileDialog({ accept: '.cube', multiple: true, reset: true })

  /** Null is none. All of a new one is seen. */
  function choose(id: AssetId | null, set = setter()): boolean {
    return set(({ lut, ...others }) => id === null ? others : { ...others, lut: { id, amount: lut?.amount ?? 1 } })
  }

  async function importOne(file: File): Promise<AssetId | null> {
    const received = await attempt(importFile(file))
    const answer = received.fault ? received : await attempt(studio.luts.import({ ticket: received.value }))
    if (answer.fault) {
      notices.fault(answer.fault)
      return null
    }
    return answer.value.lut.id
  }

  /** The first of them is chosen for the selected pictures. */
  async function importFiles(files: readonly File[]): Promise<void> {
    const cubes = files.filter(isCube)
    if (cubes.length < files.length)
      notices.say(t => t.grading.luts.onlyCubes, { tone: 'bad' })
    isBusy.value = true
    const set = setter()
    const added: AssetId[] = []
    for (const file of cubes)
      added.push(...[await importOne(file)].filter(id => id !== null))
    isBusy.value = false
    const [first] = added
    if (first === undefined)
      return
    const isApplied = choose(first, set)
    notices.say(t => (isApplied ? t.grading.luts.added : t.grading.luts.addedOnly)(added.length), { tone: 'good' })
  }
  dialog.onChange(picked => picked && void importFiles([...picked]))

  /** All of the grade but its vignette, which depends on the place. */
  async function save(clip: PictureClip, name: string): Promise<void> {
    const grade = gradeNow(clip)
    const text = grade.lut && hasLut(grade) ? await luts.textOf(grade.lut.id).catch(() => null) : ''
    if (text === null)
      return void notices.say(t => t.timeline.preview.problems['no-lut'], { tone: 'bad' })
    const lattice = latticeOf(grade, text === '' ? null : cubeOf(text))
    saveText(cubeText(lattice, name), `${fileName(name)}.cube`, 'text/plain')
    if (grade.vignette > 0)
      notices.say(t => t.grading.luts.withoutVignette)
  }

  return {
    isBusy,
    choose,
    setAmount: (amount: number): GradeChange => now => now.lut ? { ...now, lut: { ...now.lut, amount } } : now,
    importFiles,
    pick: () => dialog.open(),
    save,
  }
}
