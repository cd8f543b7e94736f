/** Words of the next step of a project, and of the templates of new ones. */

export const guide = {
  title: 'Next step',
  notNow: 'Not now',
  never: 'Don’t show again',
  off: (place: string) => `Next steps are off. Turn them on again in ${place}.`,
  setting: { label: 'Show the next step', detail: 'One hint at a time in a project, until your first delivery.' },
  steps: {
    write: 'Write the first line, or paste or open a script.',
    cast: (speaker: string, others: number) => speaker === ''
      ? 'Lines without a speaker have no voice yet. Listen and choose.'
      : others === 0
        ? `${speaker} has no voice yet. Listen and choose.`
        : `${speaker} and ${others} more have no voice yet. Listen and choose.`,
    make: (n: number) => n === 1 ? 'All voices are chosen: generate the line.' : `All voices are chosen: generate the ${n} lines.`,
    draw: (n: number) => n === 1 ? 'Generate the image of the storyboard.' : `Generate the ${n} images of the storyboard.`,
    wait: (lines: number, images: number) => `Being generated: ${[
      ...lines > 0 ? [lines === 1 ? '1 line' : `${lines} lines`] : [],
      ...images > 0 ? [images === 1 ? '1 image' : `${images} images`] : [],
    ].join(', ')}.`,
    decide: 'A line may have been charged. Decide in the queue what happens to it.',
    look: 'Assemble a sequence in the timeline, and play it.',
    deliver: 'Choose a preset, and render your delivery.',
    own: 'That was all: script, voices, timeline, delivery. Now start a project of your own.',
  },
  acts: {
    write: 'Paste script…',
    cast: (others: number): string => others === 0 ? 'Choose voice…' : 'Choose voices…',
    make: 'Generate',
    queue: 'Open Queue',
    look: 'Open Timeline',
    render: 'Render',
    script: 'Open Script',
    deliver: 'Open Deliver',
    own: 'New project…',
  },
  templates: {
    label: 'Begin with',
    language: 'Language of the example',
    languages: { en: 'English', zh: '中文' },
    preview: 'Example script',
    emptyHelp: 'No lines yet: write, paste, or open a script file.',
    free: 'An example to change or replace. No voice is chosen and nothing is generated.',
    holds: (lines: number, speakers: number, pictures: number) =>
      `${lines} lines, ${speakers} ${speakers === 1 ? 'speaker' : 'speakers'}${pictures > 0 ? `, a storyboard of ${pictures} images` : ''}`,
    names: { empty: 'Empty', podcast: 'Podcast', audiobook: 'Audiobook chapter', explainer: 'Explainer', trailer: 'Trailer', dialogue: 'Dialogue' },
    about: {
      empty: 'A blank script',
      podcast: 'Host and guest, delivered as MP3 at −16 LUFS',
      audiobook: 'A narrated chapter, delivered as M4B with chapters',
      explainer: 'One voice over images, delivered as 16:9 video',
      trailer: 'Voices and shots, delivered as 16:9 video',
      dialogue: 'A scene for two with sound effects, delivered as MP3',
    },
  },
}
