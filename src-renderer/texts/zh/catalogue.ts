/**
 * 内置模型列表的说明、帮助、语言和预设音色的中文。以列表中的原句为键：
 * 从模板添加的模型因此也有中文，而用户自己写的话原样显示。
 */
import type { catalogue as english } from '../en/catalogue.ts'

const sentences: Readonly<Record<string, string>> = {
  // 语音
  'Expressive speech with preset voices or voices cloned from a short clip.': '富有表现力的语音，支持预设音色和用短录音克隆的音色。',
  'Speech in 23 languages with adjustable emotion and voice cloning.': '23 种语言的语音，情绪可调，支持音色克隆。',
  'Nine preset speakers in ten languages, with written directions and voice cloning.': '九个预设音色，十种语言，支持表演提示和音色克隆。',
  'The text to speak.': '要朗读的文本。',
  'The name of a preset voice.': '预设音色的名称。',
  'The voice clip to clone. Best: 5 to 15 seconds of one clean speaker.': '要克隆的参考音频。最好是 5 到 15 秒、单人、干净的录音。',
  'The ID that this account and model gave to an uploaded voice clip.': '此账户和模型给已上传参考音频的 ID。',
  'The URL of a voice clip. The service downloads it.': '参考音频的网址，由服务下载。',
  'The name of a voice saved in the service\'s voice library.': '服务的音色库中已保存的音色名称。',
  'Speaking speed. 1 is normal.': '语速，1 为正常。',
  'Higher is more lively and less predictable.': '越高越生动，也越难预测。',
  'Nucleus sampling: keeps the most likely tokens up to this total probability.': '核采样：只保留累计概率在此之内的最可能的 token。',
  'Keeps only this many of the most likely tokens.': '只保留最可能的这么多个 token。',
  'Streams the audio while it is generated.': '边生成边传输音频。',
  'The language of the text.': '文本的语言。',
  'The voice clip to clone, in the language of the text. The first 6 to 10 seconds matter most.': '要克隆的参考音频，语言与文本相同。前 6 到 10 秒最重要。',
  'The URL of a preset voice clip. The service downloads it.': '预设音色的网址，由服务下载。',
  'Emotion: 0 is subtle, 0.5 balanced, 1 and above very lively. High values also speed up the voice.': '情绪：0 含蓄，0.5 适中，1 以上非常激动。值高时语速也会加快。',
  'More steps sound better but take longer.': '步数越多音质越好，但更耗时。',
  'Maximum length of the speech, in tokens.': '语音的最大长度，以 token 计。',
  'Ignores tokens less likely than this.': '忽略概率低于此值的 token。',
  'Above 1 reduces repetition.': '大于 1 可减少重复。',
  'The same seed and request give the same result. Empty is random.': '种子和请求相同，结果就相同。留空则随机。',
  'A preset speaker. Each speaks every language, and its native one best.': '预设音色。每个音色都会说所有语言，母语最好。',
  'The URL of the voice clip to clone. The service downloads it.': '要克隆的参考音频的网址，由服务下载。',
  'How to say it: mood, pace, emphasis. Only for preset speakers; cloned voices ignore it.': '怎么说：情绪、节奏、重音。只对预设音色有效，对克隆音色无效。',
  'Audio file type.': '音频文件类型。',
  'A preset voice of the model.': '模型内置的预设音色。',
  'Young woman, bright, a little edgy.': '年轻女声，明亮，略带锋芒。',
  'Young woman, warm and gentle.': '年轻女声，温暖柔和。',
  'Older man, low and mellow.': '年长男声，低沉醇厚。',
  'Young man, clear and natural, from Beijing.': '北京青年男声，清晰自然。',
  'Man, lively, slightly husky, from Chengdu.': '成都男声，活泼，略带沙哑。',
  'Man, energetic, with a strong rhythm.': '男声，有活力，节奏感强。',
  'Man, sunny American with a clear middle range.': '美国男声，阳光，中音清晰。',
  'Woman, playful and light.': '女声，俏皮轻快。',
  'Woman, warm and emotional.': '女声，温暖，富有感情。',

  // 图片
  'Generates images from a prompt, or edits an image you provide.': '根据提示词生成图片，也可编辑所给的图片。',
  'Edits an image with a prompt, or combines up to nine images.': '根据提示词编辑图片，或合成最多九张图片。',
  'Edits part of an image with a prompt and keeps the rest unchanged.': '根据提示词编辑一张图片，其余部分保持原样。',
  'What the image shows, or what to change in the source image.': '图片的内容，或源图片的修改内容。',
  'An image to edit instead of generating a new one.': '要编辑的图片，给出后不再生成新图片。',
  'The image to edit: an https URL, or a path on the service.': '要编辑的图片：https 网址，或服务内部的路径。',
  'Width in pixels.': '宽度，像素。',
  'Height in pixels.': '高度，像素。',
  'What to avoid in the image.': '图片中要避免的内容。',
  'Searches the web first, for current people and events.': '先联网搜索，适合当下的人物和事件。',
  'How closely the image follows the prompt.': '图片对提示词的遵循程度。',
  'More steps give finer results but take longer.': '步数越多越精细，但更耗时。',
  'Image file type.': '图片文件类型。',
  'How strongly the prompt is applied.': '提示词的作用强度。',
  'Number of sampling steps.': '采样步数。',
  'Guidance strength while sampling.': '采样时的引导强度。',
  'Returns the image file instead of JSON. The take is the same.': '直接返回图片文件而不是 JSON，得到的素材相同。',
  'The size in the model\'s own format, if it has one.': '按模型自己的格式填写的尺寸（如果有）。',
  'An S3 bucket and key where the service also saves the image.': '服务另存图片的 S3 存储桶和对象键。',
  'Editing profile: lightning is faster, vanilla is more precise.': '编辑方案：lightning 更快，vanilla 更精细。',
  'How strongly the LoRA is applied.': 'LoRA 的作用强度。',
  'Complexity and strength of the edit.': '编辑的复杂度和强度。',
  'Downsizes large images to this many megapixels first, for speed.': '先把大图缩小到这么多百万像素，以加快速度。',
  'Saves GPU memory but takes longer.': '节省显存，但更耗时。',
  'The images to edit, the main one first.': '要编辑的图片，主图在前。',
  'The image to edit.': '要编辑的图片。',
  'The image to edit, for servers that expect this field name.': '要编辑的图片，用于需要此字段名的服务器。',

  // 视频
  'Animates a still image for about five seconds.': '让图片动起来，约五秒。',
  'The motion and the camera movement.': '动作和镜头运动。',
  'The image used as the first frame.': '作为首帧的图片。',
  'The URL of the image. The service downloads it.': '图片的网址，由服务下载。',
  'Number of frames, if the model supports it.': '帧数（如果模型支持）。',
  'An S3 bucket and key where the service also saves the video.': '服务另存视频的 S3 存储桶和对象键。',

  // 转写
  'Transcribes speech in 99 languages.': '转写 99 种语言的语音。',
  'Transcribes speech, or translates it.': '转写语音，也可翻译。',
  'The audio to transcribe. MP3, WAV, M4A, OGG and WebM are sent as they are. For other audio and for video, the audio is extracted first.': '要转写的音频。MP3、WAV、M4A、OGG 和 WebM 原样发送；其他音频和视频会先提取音频。',
  'The spoken language.': '音频中的语言。',
  'JSON with details, or plain text.': '含细节的 JSON，或纯文本。',
  'The spoken language, or the language to translate into.': '音频中的语言，或要译成的语言。',
  'asr transcribes the speech, ast translates it.': 'asr 转写语音，ast 翻译语音。',
  'Transcribe': '转写',
  'Translate': '翻译',

  // 对话
  'Answers and drafts text.': '回答问题，起草文本。',
  'Answers questions about text, images and video.': '回答问题，支持图片和视频。',
  'Higher is more creative, lower is more predictable. Change this or top_p, not both.': '越高越有创意，越低越稳定。与 top_p 只改其一。',
  'Maximum length of the answer, in tokens.': '回答的最大长度，以 token 计。',
  '1 is off. Above 1 reduces repetition, below 1 encourages it.': '1 为关闭。大于 1 减少重复，小于 1 鼓励重复。',
  'How long a reasoning model thinks before it answers.': '推理模型在回答前思考多久。',
  'Returns the thinking separately from the answer.': '将思考内容与回答分开返回。',
  'Turns thinking on or off (DeepSeek models).': '开关思考（DeepSeek 模型）。',
  'Turns thinking on or off (Qwen and GLM models).': '开关思考（Qwen 和 GLM 模型）。',
  'Streams the answer while it is written.': '流式显示回答。',
}

/** 「列表中的名称 中文」，以逗号分隔。 */
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
