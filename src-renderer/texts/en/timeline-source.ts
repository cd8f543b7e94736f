/** Words of the source viewer. */

export const timelineSource = {
  title: 'Source',
  film: 'Sequence',
  viewers: 'Viewers',
  close: 'Close source',
  time: 'Time in the source',
  length: 'Length from in to out',
  inPoint: 'In point of the source',
  outPoint: 'Out point of the source',
  waveform: 'Waveform of the source',
  words: 'Text with times',
  wordHelp: (shift: string) => `Click: go here. Drag, or click with ${shift}: set in and out around the words.`,
  pictureAt: (name: string, time: string) => `“${name}” at ${time}`,
  ways: { insert: 'Insert', overwrite: 'Overwrite', append: 'Append', replace: 'Replace' },
  help: {
    insert: 'Insert at the playhead or sequence in point; what follows moves later',
    overwrite: 'Overwrite from the playhead or sequence in point',
    append: 'Add at the end of the sequence',
    replace: 'Replace the selected clip, or the clip at the playhead, from the source in point',
  },
  drag: { all: 'Drag the part from in to out onto a track', picture: 'Drag only the video', sound: 'Drag only the audio' },
  noTarget: 'No track for this take is a target. Click the symbol left of a track’s name to make it one.',
  nothingToReplace: 'No clip to replace. Select a clip of the same kind, or move the playhead onto one.',
}
