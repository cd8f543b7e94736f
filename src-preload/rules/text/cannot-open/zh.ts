/** Why no studio is opened, backed up or restored, in Chinese. */
import type { CannotOpenTexts } from './words.ts'
import { saidIn } from '../found-words.ts'

export const cannotOpen: CannotOpenTexts = {
  'locked': ({ folder }) => `另一个 Takeroom 正打开着工作室文件夹 ${folder}。如果它在浏览器中，请在 Takeroom 的文件夹中运行“npm start -- serve”，会显示新的链接。否则请先关闭它，或用 --folder 选择其他文件夹。`,
  'corrupt': ({ folder, file }) => `${folder} 中的文件 ${file} 已损坏，无法重建，也没有改动。每次升级前的副本在 ${folder}/backups 中。请将 ${file} 移到其他文件夹（不要删除），然后重新启动：Takeroom 会尽量重建。你的素材在 ${folder}/assets 中。`,
  'newer': ({ folder, file }) => `${folder} 中的文件 ${file} 由更新版本的 Takeroom 写入。请更新 Takeroom 后重新启动。没有改动任何内容。`,
  'older': ({ folder, file }) => `${folder} 中的文件 ${file} 由旧版本的 Takeroom 写入，此版本无法打开。请先用 2026 年 11 月 29 日较早的 Takeroom 0.1 版本打开一次，它会升级这个文件。没有改动任何内容。`,
  'full': ({ folder }) => `${folder} 所在的磁盘已满。请腾出空间后重新启动。你的内容没有丢失。`,
  'readonly': ({ folder }) => `Takeroom 没有写入 ${folder} 的权限。请授予权限，或用 --folder 选择其他文件夹。`,
  'io': ({ folder }) => `读写 ${folder} 时磁盘报错。请检查磁盘是否连接、是否正常，然后重新启动。没有改动任何内容。`,
  'mark-unreadable': ({ file }) => `文件 ${file} 记录了工作室文件夹移动到的位置，但无法读取。请用 --folder 指定新文件夹来打开。没有改动任何内容。`,
  'unfinished-copy': ({ folder, from }) => `文件夹 ${folder} 中是工作室文件夹 ${from} 的未完成副本，因此没有打开。请连接所在的磁盘，改为打开 ${from}。`,
  'moved-away': ({ folder, to }) => `工作室文件夹 ${folder} 已移动到 ${to}，但现在找不到。请连接所在的磁盘后重新启动。没有改动任何内容。`,
  'moved-in-circle': ({ folder }) => `工作室文件夹 ${folder} 的移动记录形成了循环。请用 --folder 指定它实际所在的文件夹来打开。`,
  'moved-meanwhile': ({ folder, to }) => `工作室文件夹已从 ${folder} 移动到 ${to}。请重新启动，在新位置打开。`,
  'disk-gone': ({ folder }) => `工作室文件夹 ${folder} 所在的磁盘没有响应，因此没有移动。请连接该磁盘，然后重新启动 Takeroom：你的内容没有丢失。`,
  'silent': ({ folder }) => `Takeroom 正打开着工作室文件夹 ${folder}，但没有响应。请稍后重试，或结束该进程；你的内容没有丢失。`,
  'link-foreign': ({ folder, file }) => `${folder} 中的文件 ${file} 不是由 Takeroom 写入，因此没有使用。请关闭打开此文件夹的 Takeroom，移除该文件，然后重新启动。`,
  'nothing-to-back-up': ({ folder }) => `${folder} 中没有工作室，没有可备份的内容。`,
  'target-in-studio': ({ path }) => `${path} 在工作室文件夹内。请选择工作室文件夹之外的位置，最好在另一个磁盘上。`,
  'target-not-file': ({ path }) => `${path} 不是文件。请为备份选择其他名称。`,
  'target-foreign': ({ path }) => `${path} 已存在，并且不是 Takeroom 的备份。要替换它请加上 --force，否则请选择其他名称。`,
  'backup-failed': ({ said, leavesNothing }) => `${saidIn('zh', said)}${leavesNothing ? '没有留下残缺的文件。' : ''}`,
  'backup-locked': ({ folder }) => `另一个 Takeroom 正打开着工作室文件夹 ${folder}。请在其中备份，或先关闭它。`,
  'backup-corrupt': ({ folder }) => `工作室文件夹 ${folder} 已损坏。请先修复：takeroom check --repair --folder "${folder}"`,
}
