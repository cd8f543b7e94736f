/** Undo and redo, and what their steps are called, in Chinese. */
import type { undo as shape } from '../en/undo.ts'

export const undo: typeof shape = {
  undo: step => `撤销：${step}`,
  redo: step => `重做：${step}`,
  again: '重做',
  undone: step => `已撤销：${step}`,
  redone: step => `已重做：${step}`,
  typing: '输入',
  steps: {
    editLine: line => `编辑第 ${line} 句`,
    moveLine: line => `移动第 ${line} 句`,
    removeLine: line => `删除第 ${line} 句`,
    addLine: line => `添加第 ${line} 句`,
    addLines: count => `添加 ${count} 句`,
    chooseTake: line => `为第 ${line} 句选择版本`,
    cast: speaker => speaker === '' ? '为无角色的台词选角' : `为“${speaker}”选角`,
    renameSpeaker: names => `重命名 ${names}`,
    changePictures: count => `更改分镜中的 ${count} 个画面`,
    colourSpeaker: speaker => speaker === '' ? '更改无角色台词的颜色' : `更改“${speaker}”的颜色`,
    starTakes: count => `为 ${count} 个素材加星标`,
    unstarTakes: count => `取消 ${count} 个素材的星标`,
    chooseSound: title => `选择“${title}”的音频`,
    trashTakes: count => `将 ${count} 个素材移到回收站`,
    restoreTakes: count => `恢复 ${count} 个素材`,
    addToBin: count => `将 ${count} 个素材加入项目`,
    removeFromBin: count => `将 ${count} 个素材移出项目`,
    trashDelivery: name => `将“${name}”移到回收站`,
    trashProject: name => `将“${name}”移到回收站`,
    trashVoice: name => `将音色“${name}”移到回收站`,
  },
}
