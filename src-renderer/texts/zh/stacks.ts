/** Words of stacks: tries of the same request as one card of the library, in Chinese. */
import type { stacks as shape } from '../en/stacks.ts'

export const stacks = {
  fold: '折叠版本',
  foldHelp: '同一请求、同一句台词或同一画面的所有版本只显示一个：已加星标的、已使用的或最新的',
  toggleFold: '折叠或展开版本',
  toggle: '展开或收起堆叠',
  open: n => `展开堆叠（${n} 个素材）`,
  close: n => `收起堆叠（${n} 个素材）`,
  folded: (takes, shown) => `${takes}，折叠为 ${shown} 项`,
  selected: (takes, n) => `${takes}，含 ${n.toLocaleString('zh')} 个堆叠的全部素材`,
  next: '下一个版本',
  previous: '上一个版本',
  at: (place, count) => `版本 ${place} / ${count}`,
} satisfies typeof shape
