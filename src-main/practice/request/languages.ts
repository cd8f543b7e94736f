/** The languages of the audio models, by the codes and names that their publishers use. */

/** 99 codes of Whisper and their names. `jw` is Whisper's own code for Javanese. */
const whisperLines = `
en English,zh Chinese,de German,es Spanish,ru Russian,ko Korean,fr French,ja Japanese,pt Portuguese,tr Turkish,pl Polish,
ca Catalan,nl Dutch,ar Arabic,sv Swedish,it Italian,id Indonesian,hi Hindi,fi Finnish,vi Vietnamese,he Hebrew,uk Ukrainian,
el Greek,ms Malay,cs Czech,ro Romanian,da Danish,hu Hungarian,ta Tamil,no Norwegian,th Thai,ur Urdu,hr Croatian,bg Bulgarian,
lt Lithuanian,la Latin,mi Maori,ml Malayalam,cy Welsh,sk Slovak,te Telugu,fa Persian,lv Latvian,bn Bengali,sr Serbian,
az Azerbaijani,sl Slovenian,kn Kannada,et Estonian,mk Macedonian,br Breton,eu Basque,is Icelandic,hy Armenian,ne Nepali,
mn Mongolian,bs Bosnian,kk Kazakh,sq Albanian,sw Swahili,gl Galician,mr Marathi,pa Punjabi,si Sinhala,km Khmer,sn Shona,
yo Yoruba,so Somali,af Afrikaans,oc Occitan,ka Georgian,be Belarusian,tg Tajik,sd Sindhi,gu Gujarati,am Amharic,yi Yiddish,
lo Lao,uz Uzbek,fo Faroese,ht Haitian Creole,ps Pashto,tk Turkmen,nn Nynorsk,mt Maltese,sa Sanskrit,lb Luxembourgish,
my Myanmar,bo Tibetan,tl Tagalog,mg Malagasy,as Assamese,tt Tatar,haw Hawaiian,ln Lingala,ha Hausa,ba Bashkir,jw Javanese,
su Sundanese`

export const whisperLanguages: ReadonlyMap<string, string> = new Map(whisperLines.split(',').map((line): [string, string] => {
  const [code = '', ...name] = line.trim().split(' ')
  return [code, name.join(' ')]
}))

/** 23 codes of Chatterbox. */
export const chatterboxLanguages = [
  'ar',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'ko',
  'ms',
  'nl',
  'no',
  'pl',
  'pt',
  'ru',
  'sv',
  'sw',
  'tr',
  'zh',
] as const

export const qwenLanguages = [
  'Auto',
  'Chinese',
  'English',
  'French',
  'German',
  'Italian',
  'Japanese',
  'Korean',
  'Portuguese',
  'Russian',
  'Spanish',
] as const

/** The code for a language given as a code or as a full name; undefined for anything else. */
export function languageCode(said: string | undefined): string | undefined {
  if (said === undefined || whisperLanguages.has(said))
    return said
  return [...whisperLanguages].find(([, name]) => name === said)?.[0]
}

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30FF]/, 'ja'],
  [/[\uAC00-\uD7AF]/, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
]

/** A guess from the script of the text; English by default. */
export function guessLanguage(text: string): string {
  return scripts.find(([letters]) => letters.test(text))?.[1] ?? 'en'
}
