/** What can be done in the script, for buttons, keys and palette alike. */
import type { Action } from '../../actions/action.ts'

export interface ScriptRoomActs {
  speak: () => unknown
  maySpeak: () => boolean
  speakAll: () => unknown
  maySpeakAll: () => boolean
  add: () => unknown
  paste: () => unknown
  listen: () => unknown
  play: () => unknown
  playWord: () => unknown
  mayPlay: () => boolean
  find: () => unknown
  replace: () => unknown
  pronounce: () => unknown
  mayFind: () => boolean
  casting: () => unknown
  voice: () => unknown
  tone: () => unknown
  fit: () => unknown
  mayFit: () => boolean
  compareTakes: () => unknown
  mayCompareTakes: () => boolean
  storyboard: () => unknown
  picture: () => unknown
  mayOpenPicture: () => boolean
  makePictures: () => unknown
  mayMakePictures: () => boolean
  suggest: () => unknown
  maySuggest: () => boolean
}

/** The fields of a line. */
const ofLine = '.line'

export function scriptActions(room: ScriptRoomActs): readonly Action[] {
  return [
    {
      id: 'script.speak',
      group: 'script',
      label: t => t.script.keys.speak,
      keys: ['mod+enter'],
      inFields: { why: 'send', within: ofLine },
      when: room.maySpeak,
      run: room.speak,
    },
    {
      id: 'script.make-stale',
      group: 'script',
      label: t => t.script.keys.makeStale,
      keys: ['mod+shift+enter'],
      inFields: { why: 'send', within: ofLine },
      when: room.maySpeakAll,
      run: room.speakAll,
    },
    { id: 'script.add', group: 'script', label: t => t.script.keys.add, keys: ['alt+n'], run: room.add },
    { id: 'script.paste', group: 'script', label: t => t.script.keys.importText, keys: ['mod+shift+v'], run: room.paste },
    {
      id: 'script.listen',
      group: 'script',
      label: t => t.script.keys.listen,
      keys: ['alt+l'],
      inFields: { why: 'hear', within: ofLine },
      run: room.listen,
    },
    {
      id: 'script.play',
      group: 'script',
      label: t => t.script.keys.play,
      keys: ['alt+p'],
      inFields: { why: 'hear', within: ofLine },
      when: room.mayPlay,
      run: room.play,
    },
    {
      id: 'script.play-word',
      group: 'script',
      label: t => t.script.keys.playWord,
      keys: ['alt+w'],
      inFields: { why: 'hear', within: ofLine },
      when: room.mayPlay,
      run: room.playWord,
    },
    {
      id: 'script.find',
      group: 'script',
      label: t => t.script.find.title,
      keys: ['mod+f'],
      inFields: { why: 'find' },
      when: room.mayFind,
      run: room.find,
    },
    {
      id: 'script.replace',
      group: 'script',
      label: t => t.script.replace.title,
      keys: ['mod+shift+h'],
      inFields: { why: 'find' },
      when: room.mayFind,
      run: room.replace,
    },
    {
      id: 'script.pronounce',
      group: 'script',
      label: t => t.script.pronounce.open,
      keys: ['alt+d'],
      inFields: { why: 'palette', within: ofLine },
      run: room.pronounce,
    },
    { id: 'script.storyboard', group: 'script', label: t => t.storyboard.keys.toggle, keys: ['alt+s'], run: room.storyboard },
    {
      id: 'script.picture',
      group: 'script',
      label: t => t.storyboard.keys.open,
      keys: ['alt+i'],
      when: room.mayOpenPicture,
      run: room.picture,
    },
    { id: 'script.make-pictures', group: 'script', label: t => t.storyboard.keys.make, when: room.mayMakePictures, run: room.makePictures },
    { id: 'script.suggest-pictures', group: 'script', label: t => t.storyboard.keys.suggest, when: room.maySuggest, run: room.suggest },
    {
      id: 'script.compare-takes',
      group: 'script',
      label: t => t.script.keys.compareTakes,
      keys: ['alt+r'],
      inFields: { why: 'hear', within: ofLine },
      when: room.mayCompareTakes,
      run: room.compareTakes,
    },
    {
      id: 'script.voice',
      group: 'script',
      label: t => t.voiceSheet.ofSpeaker,
      keys: ['alt+o'],
      inFields: { why: 'hear', within: ofLine },
      when: room.mayOpenPicture,
      run: room.voice,
    },
    {
      id: 'script.tone',
      group: 'script',
      label: t => t.tone.ofSpeaker,
      keys: ['alt+t'],
      inFields: { why: 'hear', within: ofLine },
      when: room.mayOpenPicture,
      run: room.tone,
    },
    {
      id: 'script.fit',
      group: 'script',
      label: t => t.fit.open,
      keys: ['alt+f'],
      inFields: { why: 'palette', within: ofLine },
      when: room.mayFit,
      run: room.fit,
    },
    { id: 'script.casting', group: 'script', label: t => t.script.keys.cast, keys: ['alt+c'], run: room.casting },
  ]
}
