/** The languages of the models, by the codes or names that each model expects. */

export interface Language { readonly code: string, readonly name: string }

function languages(list: string): readonly Language[] {
  return list.split(',').map((entry) => {
    const [code = '', ...words] = entry.trim().split(' ')
    return { code, name: words.join(' ') }
  })
}

/** The 99 of service document 2e: Whisper's own order and codes (`jw` is its code for Javanese). */
export const whisperLanguages = languages(`en English, zh Chinese, de German, es Spanish, ru Russian, ko Korean, fr French, ja Japanese,
  pt Portuguese, tr Turkish, pl Polish, ca Catalan, nl Dutch, ar Arabic, sv Swedish, it Italian, id Indonesian, hi Hindi, fi Finnish,
  vi Vietnamese, he Hebrew, uk Ukrainian, el Greek, ms Malay, cs Czech, ro Romanian, da Danish, hu Hungarian, ta Tamil, no Norwegian,
  th Thai, ur Urdu, hr Croatian, bg Bulgarian, lt Lithuanian, la Latin, mi Maori, ml Malayalam, cy Welsh, sk Slovak, te Telugu,
  fa Persian, lv Latvian, bn Bengali, sr Serbian, az Azerbaijani, sl Slovenian, kn Kannada, et Estonian, mk Macedonian, br Breton,
  eu Basque, is Icelandic, hy Armenian, ne Nepali, mn Mongolian, bs Bosnian, kk Kazakh, sq Albanian, sw Swahili, gl Galician,
  mr Marathi, pa Punjabi, si Sinhala, km Khmer, sn Shona, yo Yoruba, so Somali, af Afrikaans, oc Occitan, ka Georgian, be Belarusian,
  tg Tajik, sd Sindhi, gu Gujarati, am Amharic, yi Yiddish, lo Lao, uz Uzbek, fo Faroese, ht Haitian Creole, ps Pashto, tk Turkmen,
  nn Nynorsk, mt Maltese, sa Sanskrit, lb Luxembourgish, my Myanmar, bo Tibetan, tl Tagalog, mg Malagasy, as Assamese, tt Tatar,
  haw Hawaiian, ln Lingala, ha Hausa, ba Bashkir, jw Javanese, su Sundanese`)

/** The 23 of service document 2f. */
export const chatterboxLanguages = languages(`ar Arabic, da Danish, de German, el Greek, en English, es Spanish, fi Finnish, fr French,
  he Hebrew, hi Hindi, it Italian, ja Japanese, ko Korean, ms Malay, nl Dutch, no Norwegian, pl Polish, pt Portuguese, ru Russian,
  sv Swedish, sw Swahili, tr Turkish, zh Chinese`)

/** Names as qwen3-tts expects them (service document 2f). */
export const qwenLanguages: readonly string[] = [
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
]

/** Codes as values, names as labels. */
export function byCode(list: readonly Language[]): { value: string, label: string }[] {
  return list.map(({ code, name }) => ({ value: code, label: name }))
}
