/**
 * 内置目录的说明、帮助、语言和预设声音的中文。以目录的原句为键：
 * 从模板添加的模型因此也有中文，而用户自己写的话原样显示。
 */
import type { catalogue as english } from '../en/catalogue.ts'

const sentences: Readonly<Record<string, string>> = {
  // 语音
  'Expressive speech with preset voices, and with voices cloned from a short clip.': '富有表现力的语音：可用预设声音，也可用短片段克隆的声音。',
  'Speech in 23 languages with a dial for emotion, and cloning from one clip.': '23 种语言的语音，情绪可调，可用一段录音克隆声音。',
  'Nine named speakers in ten languages, steered by written directions; also clones voices.': '九位说话人、十种语言，可用文字指导语气；也能克隆声音。',
  'What is said.': '要说的内容。',
  'The name of a preset voice.': '预设声音的名称。',
  'A clip of the voice to clone; 5 to 15 seconds of one clean speaker do best.': '要克隆的声音片段；5 到 15 秒、单人、干净的录音最好。',
  'The name that this account and model gave to a reference clip that was uploaded.': '该账户和模型为已上传的参考片段给出的名称。',
  'The address of a clip of the voice; the service fetches it.': '声音片段的地址，由服务去取。',
  'The name of a voice saved in the service\'s own voice library.': '保存在服务自己的声音库中的声音名称。',
  'How fast the voice speaks; 1 is its own pace.': '语速；1 为原本的速度。',
  'Higher is livelier and less predictable.': '越高越生动，也越难预料。',
  'Considers only the likeliest sounds up to this sum of probabilities.': '只考虑累计概率在此之内的最可能的音。',
  'Considers only this many of the likeliest sounds.': '只考虑最可能的这么多个音。',
  'Sends the sound while it is being made, so that it can be heard at once.': '边制作边发送声音，可以立刻听到。',
  'The language of the text.': '文本的语言。',
  'A clip of the voice to clone, in the language of the text; the first 6 to 10 seconds count most.': '要克隆的声音片段，语言与文本相同；前 6 到 10 秒最重要。',
  'The address of a clip of a preset voice; the service fetches it.': '预设声音片段的地址，由服务去取。',
  'Emotion: 0 subtle, 0.5 balanced, 1 and above highly animated. High values also speed the voice up.': '情绪：0 含蓄，0.5 适中，1 以上非常激动。值高时语速也会加快。',
  'More steps sound better and take longer.': '步数越多音质越好，耗时越长。',
  'The longest the speech may become, in tokens.': '语音的最大长度，以 token 计。',
  'Leaves out sounds less likely than this.': '舍去概率低于此值的音。',
  'Above 1 keeps the voice from repeating itself.': '大于 1 可避免声音重复。',
  'The same seed with the same request sounds the same; empty is random.': '请求相同、种子相同，声音就相同；留空则随机。',
  'A named speaker. Each speaks every language, and its own best.': '指定的说话人。每位都会说所有语言，母语最好。',
  'The address of a clip of the voice to clone; the service fetches it.': '要克隆的声音片段的地址，由服务去取。',
  'How to say it, in plain words: mood, pace, emphasis. For named speakers; has no effect on cloned voices.': '用平常的话说明怎么说：情绪、节奏、重音。只对指定说话人有效，对克隆声音无效。',
  'The kind of sound file.': '声音文件的类型。',
  'A preset voice of the model.': '模型自带的预设声音。',
  'Young woman, bright, a little edgy.': '年轻女声，明亮，略带锋芒。',
  'Young woman, warm and gentle.': '年轻女声，温暖柔和。',
  'Older man, low and mellow.': '年长男声，低沉醇厚。',
  'Young man, clear and natural, from Beijing.': '北京青年男声，清晰自然。',
  'Man, lively, slightly husky, from Chengdu.': '成都男声，活泼，略带沙哑。',
  'Man, energetic, with a strong rhythm.': '男声，有活力，节奏感强。',
  'Man, sunny American with a clear middle range.': '美国男声，阳光，中音清晰。',
  'Woman, playful and light.': '女声，俏皮轻快。',
  'Woman, warm and full of feeling.': '女声，温暖，富有感情。',

  // 图片
  'Draws pictures from words, and edits a picture when it is given one.': '用文字作画；给出图片时则编辑图片。',
  'Edits a picture by words, or joins up to nine into one.': '用文字编辑图片，或把最多九张合为一张。',
  'Edits one picture by words and keeps the rest of it as it is.': '用文字编辑一张图片，其余部分保持原样。',
  'What the picture shows, or what is to change in the given one.': '画面的内容，或所给图片要改什么。',
  'A picture to edit instead of drawing a new one.': '要编辑的图片；给出后不再新画。',
  'Where the picture to edit lies: an https address, or a path inside the service.': '要编辑的图片所在：https 地址，或服务内部的路径。',
  'Width in pixels.': '宽度，像素。',
  'Height in pixels.': '高度，像素。',
  'What to avoid.': '要避免的内容。',
  'Looks things up on the web first, for people and events of today.': '先上网查找，适合当下的人物和事件。',
  'The same seed with the same request draws the same picture; empty is random.': '请求相同、种子相同，图片就相同；留空则随机。',
  'How closely the picture follows the words.': '画面对文字的遵循程度。',
  'More steps are finer and take longer.': '步数越多越精细，耗时越长。',
  'The kind of picture file.': '图片文件的类型。',
  'How strongly the words are applied.': '文字作用的强度。',
  'Sampling steps.': '采样的步数。',
  'Guidance while sampling.': '采样时的引导强度。',
  'Answers with the bare picture instead of wrapping it in text; the take is the same.': '直接返回图片文件，不包在文本里；得到的素材相同。',
  'The wanted size in the model\'s own notation, where it has one.': '想要的尺寸，按模型自己的写法（如果有）。',
  'A bucket and key to which the service writes the picture as well.': '服务另存图片的存储桶和键。',
  'Editing profile: lightning is quick, vanilla is careful.': '编辑方案：lightning 快，vanilla 细。',
  'How strongly the added adaptation is applied.': '附加适配（LoRA）作用的强度。',
  'How complex and strong the edit may be.': '编辑可达到的复杂度和强度。',
  'Shrinks large pictures to this many megapixels first, for speed.': '先把大图缩小到这么多百万像素，以加快速度。',
  'Saves the memory of the graphics card at the cost of time.': '节省显存，但更费时间。',
  'The pictures to work on, the main one first.': '要处理的图片，主图在前。',
  'The picture to edit.': '要编辑的图片。',
  'The picture to edit, under the other name that some servers expect.': '要编辑的图片；有些服务器要求用这个名称。',

  // 视频
  'Sets a still picture in motion for about five seconds.': '让静态图片动起来，约五秒。',
  'What moves, and how the camera moves.': '什么在动，镜头怎么动。',
  'The still that becomes the first frame.': '作为首帧的静态图片。',
  'The address of the still; the service fetches it.': '静态图片的地址，由服务去取。',
  'The same seed with the same request moves the same way; empty is random.': '请求相同、种子相同，动作就相同；留空则随机。',
  'How many frames to make, where the model lets one choose.': '制作多少帧（如果模型允许选择）。',
  'A bucket and key to which the service writes the shot as well.': '服务另存镜头的存储桶和键。',

  // 转写
  'Writes down speech in 99 languages.': '把 99 种语言的话写成文字。',
  'Writes speech down, or translates it while it does.': '把话写成文字，也可边写边译。',
  'The sound to write down. MP3, WAV, M4A, OGG and WebM are sent as they are; of other sounds and of films the sound is taken out first.': '要写成文字的声音。MP3、WAV、M4A、OGG 和 WebM 原样发送；其他声音和影片先取出声音。',
  'The language that is spoken.': '所说的语言。',
  'With details as JSON, or the bare text.': '带细节的 JSON，或只要文字。',
  'The language that is spoken, or the one to translate into.': '所说的语言，或要译成的语言。',
  'asr writes down what is said, ast translates it.': 'asr 写下所说的话，ast 翻译。',
  'Write down': '写成文字',
  'Translate': '翻译',

  // 依据
  'Service document 2f; preset names from the service\'s own pages, the full list is not public. Public clients of the live service confirm the id.': '服务文档 2f；预设名称来自服务自己的页面，完整列表未公开。在线服务的公开客户端证实了该 id。',
  'Service document 2f; languages from the open model\'s source. Public clients of the live service confirm the id.': '服务文档 2f；语言来自开源模型的源码。在线服务的公开客户端证实了该 id。',
  'Service document 2f; characters of the speakers from the open model\'s notes. Public clients of the live service confirm the id.': '服务文档 2f；说话人的特点来自开源模型的说明。在线服务的公开客户端证实了该 id。',
  'Service document 2a; file field and answers from public clients of the live service': '服务文档 2a；文件字段和返回格式来自在线服务的公开客户端',
  'Public clients of the live service: up to nine files named images; 4 steps and guidance 4 are usual': '在线服务的公开客户端：名为 images 的文件最多九个；通常 4 步、引导强度 4',
  'Service document 2a; the id stands in the service\'s own examples': '服务文档 2a；该 id 见于服务自己的示例',
  'Service document 2b to 2d; public clients of the live service confirm the id': '服务文档 2b 至 2d；在线服务的公开客户端证实了该 id',
  'Service document 2e; language codes from the open model\'s source': '服务文档 2e；语言代码来自开源模型的源码',
  'Public clients of the live service; not in the service document': '在线服务的公开客户端；服务文档中没有',
  'Public clients of the live service; parameters of service document 1, not every model heeds all': '在线服务的公开客户端；参数见服务文档 1，并非每个模型都理会全部',

  // 聊天
  'Answers and drafts in words.': '用文字回答和起草。',
  'Answers in words, and looks at pictures and video.': '用文字回答，能看图片和视频。',
  'Higher is freer, lower is more predictable. Change this or top_p, not both.': '越高越自由，越低越稳定。与 top_p 只改其一。',
  'The longest the answer may become, in tokens.': '答复的最大长度，以 token 计。',
  'Considers only the likeliest words up to this sum of probabilities.': '只考虑累计概率在此之内的最可能的词。',
  'Considers only this many of the likeliest words.': '只考虑最可能的这么多个词。',
  'Leaves out words less likely than this.': '舍去概率低于此值的词。',
  '1 is none; above 1 avoids repetition, below 1 invites it.': '1 为不惩罚；大于 1 避免重复，小于 1 鼓励重复。',
  'How long a reasoning model thinks before it answers.': '推理模型在回答前思考多久。',
  'Keeps the thinking apart from the answer.': '把思考与答复分开。',
  'Asks for a chain of thought (DeepSeek models).': '要求给出思考过程（DeepSeek 模型）。',
  'Turns thinking on or off (Qwen and GLM models).': '开关思考（Qwen 和 GLM 模型）。',
  'Shows the answer while it is being written.': '边写边显示答复。',
}

/** 「目录中的名称 中文」，以逗号分隔。 */
const languages: Readonly<Record<string, string>> = Object.fromEntries(`
  Auto 自动, English 英语, Chinese 中文, Chinese (Beijing) 中文（北京话）, Chinese (Sichuan) 中文（四川话）, German 德语, Spanish 西班牙语,
  Russian 俄语, Korean 韩语, French 法语, Japanese 日语, Portuguese 葡萄牙语, Turkish 土耳其语, Polish 波兰语, Catalan 加泰罗尼亚语,
  Dutch 荷兰语, Arabic 阿拉伯语, Swedish 瑞典语, Italian 意大利语, Indonesian 印度尼西亚语, Hindi 印地语, Finnish 芬兰语, Vietnamese 越南语,
  Hebrew 希伯来语, Ukrainian 乌克兰语, Greek 希腊语, Malay 马来语, Czech 捷克语, Romanian 罗马尼亚语, Danish 丹麦语, Hungarian 匈牙利语,
  Tamil 泰米尔语, Norwegian 挪威语, Thai 泰语, Urdu 乌尔都语, Croatian 克罗地亚语, Bulgarian 保加利亚语, Lithuanian 立陶宛语, Latin 拉丁语,
  Maori 毛利语, Malayalam 马拉雅拉姆语, Welsh 威尔士语, Slovak 斯洛伐克语, Telugu 泰卢固语, Persian 波斯语, Latvian 拉脱维亚语,
  Bengali 孟加拉语, Serbian 塞尔维亚语, Azerbaijani 阿塞拜疆语, Slovenian 斯洛文尼亚语, Kannada 卡纳达语, Estonian 爱沙尼亚语,
  Macedonian 马其顿语, Breton 布列塔尼语, Basque 巴斯克语, Icelandic 冰岛语, Armenian 亚美尼亚语, Nepali 尼泊尔语, Mongolian 蒙古语,
  Bosnian 波斯尼亚语, Kazakh 哈萨克语, Albanian 阿尔巴尼亚语, Swahili 斯瓦希里语, Galician 加利西亚语, Marathi 马拉地语, Punjabi 旁遮普语,
  Sinhala 僧伽罗语, Khmer 高棉语, Shona 绍纳语, Yoruba 约鲁巴语, Somali 索马里语, Afrikaans 南非荷兰语, Occitan 奥克语, Georgian 格鲁吉亚语,
  Belarusian 白俄罗斯语, Tajik 塔吉克语, Sindhi 信德语, Gujarati 古吉拉特语, Amharic 阿姆哈拉语, Yiddish 意第绪语, Lao 老挝语,
  Uzbek 乌兹别克语, Faroese 法罗语, Haitian Creole 海地克里奥尔语, Pashto 普什图语, Turkmen 土库曼语, Nynorsk 新挪威语, Maltese 马耳他语,
  Sanskrit 梵语, Luxembourgish 卢森堡语, Myanmar 缅甸语, Tibetan 藏语, Tagalog 他加禄语, Malagasy 马达加斯加语, Assamese 阿萨姆语,
  Tatar 鞑靼语, Hawaiian 夏威夷语, Lingala 林加拉语, Hausa 豪萨语, Bashkir 巴什基尔语, Javanese 爪哇语, Sundanese 巽他语`.split(',').map((entry) => {
    const at = entry.trim().lastIndexOf(' ')
    return [entry.trim().slice(0, at), entry.trim().slice(at + 1)]
  }))

export const catalogue: typeof english = {
  said: words => sentences[words] ?? languages[words] ?? words,
}
