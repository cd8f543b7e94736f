/** Units and measures of a kitchen, as they are written and said. In letters, without spaces and accents: what is said is compared so. */

type Units = Readonly<Record<string, string>>

/** The same sign in each language, in one order. */
const signs = ['g', 'kg', 'mg', 'km', 'm', 'cm', 'mm', 'l', 'ml', 'h', 'min', 's', 'kw', 'w', 'hz', 'gb', 'mb', 'kmh', 'm2']

/** By language; several ways are divided by `/`, units by spaces. */
const said: Readonly<Record<string, string>> = {
  en: 'grams/gram kilograms/kilogram/kilos/kilo milligrams/milligram kilometers/kilometer meters/meter centimeters/centimeter '
    + 'millimeters/millimeter liters/liter milliliters/milliliter hours/hour minutes/minute seconds/second kilowatts/kilowatt watts/watt '
    + 'hertz gigabytes/gigabyte megabytes/megabyte kilometersperhour/kilometersanhour squaremeters/squaremeter',
  de: 'gramm kilogramm/kilo milligramm kilometer meter zentimeter millimeter liter milliliter stunden/stunde/uhr minuten/minute '
    + 'sekunden/sekunde kilowatt watt hertz gigabyte megabyte kilometerprostunde/stundenkilometer quadratmeter',
  nl: 'gram kilo/kilogram milligram kilometer meter centimeter millimeter liter milliliter uur minuten/minuut seconden/seconde '
    + 'kilowatt watt hertz gigabyte megabyte kilometerperuur vierkantemeter',
  fr: 'grammes/gramme kilos/kilo/kilogrammes milligrammes kilometres/kilometre metres/metre/monsieur centimetres/centimetre '
    + 'millimetres/millimetre litres/litre millilitres heures/heure minutes/minute secondes/seconde kilowatts watts hertz gigaoctets '
    + 'megaoctets kilometresheure/kilometresalheure/kilometresparheure metrescarres/metrecarre',
  es: 'gramos/gramo kilos/kilo/kilogramos miligramos kilometros/kilometro metros/metro centimetros/centimetro milimetros/milimetro '
    + 'litros/litro mililitros horas/hora minutos/minuto segundos/segundo kilovatios vatios hercios gigabytes/gigas megabytes/megas '
    + 'kilometrosporhora metroscuadrados/metrocuadrado',
  it: 'grammi/grammo chili/chilo/chilogrammi milligrammi chilometri/chilometro metri/metro centimetri/centimetro millimetri/millimetro '
    + 'litri/litro millilitri ore/ora minuti/minuto secondi/secondo kilowatt watt hertz gigabyte/giga megabyte/mega '
    + 'chilometriallora/chilometriorari metriquadrati/metroquadrato/metriquadri',
  pt: 'gramas/grama quilos/quilo/quilogramas miligramas quilometros/quilometro metros/metro centimetros/centimetro '
    + 'milimetros/milimetro litros/litro mililitros horas/hora minutos/minuto segundos/segundo quilowatts watts hertz gigabytes/gigas '
    + 'megabytes/megas quilometrosporhora metrosquadrados/metroquadrado',
  zh: '克 公斤/千克 毫克 公里/千米 米 厘米/公分 毫米 升 毫升 小时/时 分钟/分 秒 千瓦 瓦 赫兹/赫 吉字节 兆字节/兆 公里每小时/千米每小时 平方米/平米',
}

/** Spoons, and what only one language writes. */
const others: Readonly<Record<string, Units>> = {
  en: {
    ...{ ft: 'feet/foot/fort', in: 'inches', lb: 'pound/pounds', lbs: 'pounds', oz: 'ounce/ounces', hr: 'hour', hrs: 'hours' },
    ...{ mins: 'minutes', sec: 'second/seconds', secs: 'seconds', mph: 'milesperhour', kph: 'kilometersperhour', ghz: 'gigahertz' },
    ...{ kb: 'kilobytes', tb: 'terabytes', hp: 'horsepower', rpm: 'revolutionsperminute', bpm: 'beatsperminute', mi: 'miles/mile' },
    ...{ fps: 'framespersecond', tbsp: 'tablespoon/tablespoons', tsp: 'teaspoon/teaspoons', yd: 'yards', gal: 'gallons', yr: 'year' },
    ...{ yrs: 'years' },
  },
  de: { el: 'essloffel', tl: 'teeloffel', std: 'stunden/stunde', sek: 'sekunden', ps: 'pferdestarken', qm: 'quadratmeter', pkg: 'packung' },
  nl: { el: 'eetlepel/eetlepels', tl: 'theelepel/theelepels', pk: 'paardenkracht' },
  fr: { mm: 'millimetres/messieurs', cas: 'cuilleresasoupe/cuillereasoupe', cac: 'cuilleresacafe/cuillereacafe', ch: 'chevaux/chapitre' },
  es: { cda: 'cucharada', cdas: 'cucharadas', cdta: 'cucharadita', cdtas: 'cucharaditas', cv: 'caballos', seg: 'segundos' },
  it: { cv: 'cavalli', sec: 'secondi' },
  pt: { csopa: 'colheresdesopa', cv: 'cavalos', seg: 'segundos' },
  ru: {
    ...{ г: 'граммов/грамм/грамма', кг: 'килограммов/килограмма/килограмм/кило', км: 'километров/километра/километр' },
    ...{ м: 'метров/метра/метр', см: 'сантиметров/сантиметра', мм: 'миллиметров', л: 'литров/литра/литр', мл: 'миллилитров' },
    ...{ ч: 'часов/часа/час', мин: 'минут/минуты/минута', с: 'секунд', сек: 'секунд/секунды', кмч: 'километроввчас' },
  },
}

const byLanguage = new Map(Object.keys({ ...said, ...others }).map((language) => {
  const words = said[language]?.split(' ') ?? []
  const units = signs.flatMap((sign, at) => words[at] === undefined ? [] : [[sign, words[at]] as const])
  return [language, new Map([...units, ...Object.entries(others[language] ?? {})].map(([sign, ways]) => [sign, ways.split('/')] as const))]
}))

/** What may be said for a unit: `sign` in small letters. Empty for what is none. */
export function waysOfUnit(sign: string, language: string): readonly string[] {
  return byLanguage.get(language)?.get(sign) ?? []
}
