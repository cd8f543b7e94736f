/** Confirmation has one way: the question dialog, whose safe answer has the focus. Enter by itself confirms nothing that costs or destroys. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = readdirSync('src-renderer', { recursive: true, encoding: 'utf8' })
  .filter(name => /\.(?:ts|vue)$/.test(name))
  .map(name => ({ name, text: readFileSync(`src-renderer/${name}`, 'utf8') }))

it('nothing else asks: no dialog of a library, none of the browser', () => {
  const others = /\buseDialog\b|\bNDialogProvider\b|\bNPopconfirm\b|\bwindow\.confirm\b|[^.\w]confirm\(['"`]/
  expect(sources.filter(({ text }) => others.test(text)).map(({ name }) => name)).toEqual([])
})

it('the safe answer of a question has the focus, and it is no form that Enter would send', () => {
  const dialog = sources.find(({ name }) => name.endsWith('QuestionDialog.vue'))?.text ?? ''
  expect(/<NButton data-first-focus @click="question\.now\?\.answer\(null\)">/.test(dialog)).toBe(true)
  expect(/<form|attr-type="submit"|autofocus/.test(dialog)).toBe(false)
})

/** Forms in dialogs that Enter sends, each with the reason why that may be. One that costs or destroys is not listed. */
const sentByEnter: Readonly<Record<string, string>> = {
  'rooms/timeline/top/SaveEditList.vue': 'saves a copy',
  'rooms/timeline/acts/CaptionPreview.vue': 'one step of undo',
  'rooms/timeline/acts/PasteAttributes.vue': 'one step of undo',
  'rooms/timeline/acts/InsertSequence.vue': 'one step of undo',
  'rooms/timeline/pauses/TightenPauses.vue': 'one step of undo',
  'rooms/timeline/import-list/ImportList.vue': 'makes a sequence, which can be moved to the trash',
  'rooms/settings/delivery/CertificateDialog.vue': 'the chosen files are checked first',
  'rooms/deliver/kit/KitDialog.vue': 'saves a copy',
  'rooms/deliver/presets/PresetDialog.vue': 'saves a preset',
  'parts/saving/SaveMany.vue': 'saves a copy',
  'parts/saving/SaveVeryMany.vue': 'saves copies',
  'parts/projects/ProjectColour.vue': 'chooses a colour, which can be undone',
  'parts/projects/SaveTemplate.vue': 'one step of undo',
  'parts/to-script/SendToScript.vue': 'adds lines, which can be removed',
  'rooms/script/pronunciation/PronunciationDialog.vue': 'adds a word to the dictionary, which can be deleted or undone',
  'parts/dialogs/AskName.vue': 'gives a name',
  'rooms/timeline/acts/MarkerDialog.vue': 'names a marker, which can be undone',
  'rooms/projects/NewProject.vue': 'begins a project, which can be moved to the trash',
  'shell/OpenedFilesDialog.vue': 'imports files, which can be taken out',
  'parts/dialogs/ChooseName.vue': 'moves a voice or a project to a folder, or adds takes to a collection, which can be undone',
  'rooms/timeline/reframe/DuplicateAs.vue': 'creates a sequence, which can be moved to the trash',
  'rooms/timeline/room-tone/RoomTone.vue': 'one step of undo',
  'rooms/timeline/graphics/AddColour.vue': 'one step of undo',
  'rooms/timeline/beats/MarkBeats.vue': 'marks beats, which can be undone',
  'rooms/voices/DescribeVoice.vue': 'notes what is said of a voice, which can be undone',
  'rooms/timeline/top/NewSequence.vue': 'creates a sequence, which can be moved to the trash',
  'parts/takes/NameTakes.vue': 'names takes, which can be undone',
  'parts/takes/NoteTakes.vue': 'adds a line to notes, which can be undone',
  'parts/takes/TagTakes.vue': 'changes tags, which can be undone',
  'parts/bin/AddToProject.vue': 'adds takes, which can be taken out',
}

it('a form in a dialog that Enter sends is listed with a reason', () => {
  // A part that several dialogs have.
  const sends = /<form[^>]*@submit|<ProjectChoice\b/
  const forms = sources.filter(({ text }) => text.includes('<SmallDialog') && sends.test(text)).map(({ name }) => name)
  expect(forms.toSorted()).toEqual(Object.keys(sentByEnter).toSorted())
})
