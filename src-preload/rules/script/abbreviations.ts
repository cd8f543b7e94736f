/**
 * Abbreviations after which a sentence continues, for the languages that the speech models speak: those that are usual in running text and
 * are followed by a name, a number or a word with a capital letter. What usually ends a sentence, such as *etc.*, is left out, as are
 * words that are no abbreviation elsewhere. Chinese, Japanese and Korean have none.
 */

const list = (words: string): readonly string[] => words.trim().split(/\s+/)

/** By ISO 639-1 code, without the last full stop, in small letters. */
export const abbreviations: Readonly<Record<string, readonly string[]>> = {
  en: list(`mr mrs ms mx dr drs prof sr jr st mt ft rev hon gov sen rep pres gen col maj capt cmdr lt sgt cpl pvt adm messrs bros
    dept univ assn vs e.g i.e cf viz approx ave blvd`),
  de: list(`hr hrn fr frl dr prof dipl ing st bd bzw ca d.h d.i evtl ggf hrsg inkl insb o.ä s.o s.u sog u.a u.ä v.a vgl z.b z.t zzgl
    bspw geb gest`),
  es: list('sr sra sres sras srta d.ª dña dr dra drs prof profa lic ing arq gral cnel avda c.ía ej p.ej ee.uu aprox dpto'),
  fr: list('mm mme mmes mlle mlles dr drs pr me mgr st ste sts bd boul éd cf c.-à-d env ex p.ex av apr'),
  it: list(`sig sigg sig.ra sig.na dott dott.ssa dr prof prof.ssa avv ing arch geom rag on sen gen col cap mons cfr ca es p.es
    v.le gent spett`),
  pt: list('sr sra srs sras srta dr dra drs prof profa eng arq gen cel av exmo exma ex p.ex aprox ltda cia'),
  nl: list('dhr mevr mw dr drs ir ing mr prof ds st bijv d.w.z evt excl incl i.v.m m.b.t m.a.w n.a.v o.a resp t.a.v t.o.v t.w.v vgl'),
  da: list('hr fr frk dr prof ca bl.a dvs d.v.s evt f.eks inkl ekskl jf mht m.m pga vedr skt'),
  no: list('hr fr frk dr prof ca bl.a dvs d.v.s evt f.eks inkl ekskl jf mht pga vedr st'),
  sv: list('hr fr frk dr prof ca bl.a d.v.s dvs ev f.d fr.o.m t.o.m f.n inkl exkl jfr p.g.a resp t.ex s:t'),
  fi: list('hra rva nti tri prof dos fil toht maist esim mm ml noin tms vrt huom ts ks'),
  pl: list('dr hab prof mgr inż lic ks św bp gen płk mjr kpt por ul al pl np m.in tzn tj tzw ok ww wg godz im red'),
  ru: list('г гг г-н г-жа гр проф доц акад д-р им ул пр просп пл пер д корп стр с т т.е т.к т.н и.о см ср рис табл обл р-н оз о-в св'),
  el: list('κ κα κος κυρ δρ καθ αγ οδ λεωφ βλ πρβλ π.χ δηλ'),
  tr: list('av bn bay doç dr prof yrd öğr gör alb yb yzb apt cad sok mah bkz krş örn vb'),
  ms: list('en pn dr prof ir hj hjh dato dll dsb hlm tn jln tmn'),
  sw: list('bw bi dkt prof mh n.k k.m'),
  ar: list('د أ أ.د ص.ب ج.م.ع'),
  he: list('ת.ד ת.ז'),
  // Its sentences end with a danda, and a full stop is of an abbreviation.
  hi: list('डॉ डा प्रो पं स्व श्री कु सुश्री रु सं ई.पू'),
}

/** Only before a number, in any language: *No. 5*, *p. 12*, *Abb. 3*. */
export const beforeNumbers: readonly string[] = list(`no nos nr nro n nn nº n.º núm num p pp s ss pag pagg pág págs blz str стр с fig figs
  fig abb art ch chap chaps cap kap гл vol vols bd sec tab rys rozdz poz st ст п пп κεφ εικ σ σελ sf fol op`)

/** A day of the month is a number with a full stop: *3. Mai*. */
export const ordinalLanguages: ReadonlySet<string> = new Set(['de', 'da', 'no', 'fi', 'tr', 'cs', 'hu', 'sk', 'sl', 'hr'])

/** After such a day, where the language is not known. */
export const monthNames = new RegExp(`^(?:${[
  ...['januar', 'jänner', 'februar', 'feber', 'märz', 'april', 'mai', 'juni', 'juli', 'august', 'september', 'oktober', 'november'],
  ...['dezember', 'marts', 'maj', 'desember', 'december', 'mars'],
  ...['ocak', 'şubat', 'mart', 'nisan', 'mayıs', 'haziran', 'temmuz', 'ağustos', 'eylül', 'ekim', 'kasım', 'aralık'],
].join('|')})(?!\\p{L})`, 'iu')
