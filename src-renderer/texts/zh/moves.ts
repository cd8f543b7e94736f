/** 移动工作室文件夹的文字。 */
import type { moves as shape } from '../en/moves.ts'
import { saidIn } from '#rules/text/found-words.ts'

export const moves = {
  title: '移动工作室文件夹',
  detail: '把所有素材和项目移到另一个文件夹，例如更大的磁盘。每个文件都会与原文件比对，之后才会作出更改。',
  act: '移动…',
  stop: '停止',
  path: '运行 Takeroom 的电脑上一个空文件夹或新文件夹的完整路径',
  next: '继续',
  steps: {
    copying: '正在复制并比对。你可以继续工作。',
    waiting: '已复制。正在运行的任务、录音、导入和保存结束后，Takeroom 会立即移动。',
    switching: '正在关闭，并在新位置打开…',
  },
  dialog: {
    title: '要移动工作室文件夹吗？',
    from: '从',
    to: '到',
    isNew: '（新文件夹）',
    size: '大小',
    room: (n, size, free) => `${n} 个文件，${size}；目标位置可用 ${free}`,
    steps: [
      'Takeroom 会复制每个文件，并与原文件比对。期间你可以继续工作，也可以停止。',
      '没有任务运行时，Takeroom 会关闭，复制已更改的内容，然后在新位置打开。',
      '原文件夹中的副本会保留，直到你删除它，因此你可以先检查一遍。',
    ],
    staying: '成品和备份仍保留在',
    losesKeys: '此电脑没有钥匙串，因此 Takeroom 重新启动后没有你的 API 密钥。请在移动后重新输入。',
    act: '移动',
  },
  last: {
    stopped: '已停止。工作室文件夹仍在原处，副本已删除。',
    interrupted: to => `移到 ${to} 完成之前，Takeroom 被关闭。工作室文件夹仍在原处，不完整的副本会被删除。`,
    failed: (to, said, reference) => `工作室文件夹未能移到 ${to}。${said === '' ? '' : saidIn('zh', said)}它仍在原处，副本会被删除。（编号 ${reference}）`,
  },
  former: {
    there: size => `工作室文件夹已移动。原来的副本（${size}）仍在`,
    detail: 'Takeroom 不再使用它。确认内容都在这里之后，可以将其删除。',
    act: '删除原来的副本…',
    ask: '要删除原来的副本吗？',
    askBody: (folder, size) => `将删除 ${folder} 中的 ${size}：即已复制且之后没有更改的文件。那里会保留一个小文件，让 Takeroom 找到新文件夹。`,
    removed: kept => kept === 0 ? '已删除原来的副本。' : `已删除原来的副本，移动后更改过的 ${kept} 个文件除外。`,
  },
} satisfies typeof shape
