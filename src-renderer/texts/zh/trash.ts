/** 回收站的文字。 */
import type { trash as shape } from '../en/trash.ts'

export const trash = {
  title: '回收站',
  intro: '所有丢弃的东西都在这里，不分种类。只有在这里才会彻底删除。',
  kinds: { take: '素材', project: '项目', line: '台词', voice: '声音', conversation: '对话', delivery: '成品', model: '模型' },
  all: '所有种类',
  empty: { title: '回收站是空的', body: '您丢弃的东西会留在这里，直到您放回或彻底删除。' },
  choose: title => `选择 ${title}`,
  chooseAll: '全选',
  chosen: n => n === 0 ? '' : `已选 ${n} 项`,
  restore: '放回',
  restored: n => `${n} 项已放回原处。`,
  purge: '彻底删除…',
  purgeTitle: n => `要彻底删除 ${n} 项吗？`,
  purgeBody: (size, kept) => `${size === '' ? '几乎不会腾出空间。' : `将在磁盘上腾出 ${size}。`}此操作无法撤销。${kept > 0 ? `有 ${kept} 个素材会保留，因为声音需要它。` : ''}项目的素材和对话会保留；成品的渲染文件会留在原处。`,
  purgeAct: '彻底删除',
  purged: (n, size) => `${n} 项已彻底删除${size === '' ? '。' : `，腾出 ${size}。`}`,
  keptAll: '没有删除任何东西：声音需要这些片段。',
  throwAway: '移到回收站',
  throwAwayNamed: name => `把 ${name} 移到回收站`,
  thrown: name => `“${name}”已在回收站。它的文件留在原处。`,
  setting: { title: '回收站', detail: '丢弃的东西会一直保留到您删除为止，除非在这里选择期限。', open: '打开回收站', never: '从不自动删除', days: n => `${n} 天后`, label: '彻底删除' },
} satisfies typeof shape
