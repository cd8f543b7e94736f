/** The help of the command line, in Chinese. */
export const helpText = `Takeroom：使用在线生成式媒体服务创作音频和视频。

  takeroom                 打开 Takeroom：能运行 Electron 时以软件打开，否则在浏览器中打开
  takeroom serve           供浏览器访问，并显示地址
  takeroom sample          用练习服务生成示例（免费、离线），写入视频和字幕
  takeroom deliver PROJECT 将序列渲染为文件，不需要界面
  takeroom check           核对工作室文件夹中的文件与素材库，报告问题
  takeroom backup FILE     将整个工作室文件夹（密钥除外）写入一个文件并校验；会替换较早的备份
  takeroom restore FILE    将备份恢复到新的工作室文件夹；从不覆盖现有的文件夹
  takeroom practice        运行练习服务：在这台电脑上提供该服务的 API，免费、离线

  --folder DIR             start、serve、deliver、check、backup、restore：工作室文件夹（也可用 TAKEROOM_FOLDER）
  --port N                 start、serve、practice：使用此端口；不指定时每个工作室文件夹有自己的端口，
                           该端口被占用时使用其他端口
  --host electron|web      start：只用这种方式打开
  --no-open                start：只显示地址，不打开浏览器
  --confirm-host ADDRESS   start、serve：允许恢复的工作室文件夹向此服务发送；可重复使用
  --repair                 check：修复可以修复的内容；不会删除任何内容
  --deep                   check：还读取每个文件，与文件名核对
  --without-films          backup：不包含已交付的文件
  --force                  backup：替换不是备份的文件；deliver：见下文
  --into DIR               restore：新文件夹；默认在现有文件夹旁边
  --out DIR                sample：视频写入的位置；默认为 ./takeroom-sample
  --host-address ADDRESS   serve：监听此地址，而不是 127.0.0.1；需要同时加上
  --i-know-this-opens-the-studio-to-the-network；连接会加密，证书在这台电脑上生成
  --tls-cert FILE, --tls-key FILE
                           serve：改用此证书和密钥（PEM）
  --help, --version

  takeroom deliver PROJECT --preset NAME --out FILE
                           PROJECT 是名称或 id；图片序列的 FILE 是新文件夹
  takeroom deliver PROJECT --preset NAME --plan DIR
                           写入一个文件夹，供其他电脑渲染视频：GNU Parallel、Slurm 或任何 sh
  takeroom deliver --list  列出项目、项目的序列和预设
  --sequence NAME          有多个序列时，选择项目的哪个序列
  --captions burned|embedded|sidecar|none
                           默认采用预设的常用方式
  --range FROM-TO          只交付这一段，用秒数或 h:mm:ss.s；默认从序列的入点到出点
  --frame TIME             静帧的时间；默认为这一段的第一帧
  --title, --artist, --album, --track N 或 N/M, --year, --comment TEXT
                           音频文件的标签；标题默认为序列的名称，其余默认为预设保留的标签
  --cover FILE             播放器随音频文件显示的图片；会添加到素材库
  --sign, --no-sign        用内容凭证签名，或不签名；默认在设置中有证书、并且文件格式支持时签名。
                           私钥从钥匙串读取
  --force                  替换已有的文件
  --json                   以 JSON 显示结果
                           文件完整时以 0 结束，否则为 1，参数错误为 2，另一个 Takeroom
                           正打开着工作室文件夹为 3，中断为 130

  TAKEROOM_DELIVERIES      交付的写入位置
  TAKEROOM_API_KEY         用于自动化的 API 密钥；只保留在内存中
  TAKEROOM_API_URL         该密钥所属服务的地址；密钥不会发送到其他地址
  LC_ALL, LC_MESSAGES, LANG
                           这些消息的语言，与其他命令相同：zh… 为中文，其余为英文
`
