/** The words of scripts in languages other than English: of cuts, of where a voice comes from, of what is seen and heard. */

const german = '(?:SCHNITT|ÜBERBLENDUNG|ÜBERBLENDEN|SCHWARZBLENDE|WEISSBLENDE)(?: AUF| ZU| ZURÜCK)?|(?:AUF|AB)BLENDE|VORHANG'
const french = 'FONDU(?: AU NOIR| AU BLANC| ENCHAÎNÉ| À L[\'’]OUVERTURE| À LA FERMETURE)|COUPE(?: SUR| À| FRANCHE)|RIDEAU'
const spanish = '(?:CORTE|CORTAR|FUNDIDO|FUNDE|DISUELVE|ENCADENA) A(?: NEGRO| BLANCO)?|FUNDIDO ENCADENADO|TELÓN|CORTA PARA|FUSÃO(?: PARA)?'
const italian = 'DISSOLVENZA(?: A NERO| IN NERO| INCROCIATA| SU)?|STACCO(?: SU)?|SIPARIO'
const russian = '(?:ИЗ )?ЗТМ|ЗАТЕМНЕНИЕ|СКЛЕЙКА|НАПЛЫВ|ЗАНАВЕС'
const eastern = '切至|切回|叠化|淡入|淡出|黑场|渐黑|暗転|溶暗|溶明|암전|디졸브|페이드 (?:인|아웃)|컷 투'

/** A row of a cut, such as `SCHNITT AUF:`. */
export const otherTransition = new RegExp(`^(?:${[german, french, spanish, italian, russian, eastern].join('|')})[.:：。]?$`, 'u')

const west = 'HORS[- ]CHAMP|V?\\.?\\s?H\\.?\\s?C\\.?|(?:VOIX[- ]|VOZ (?:EN )?|EN |IM )OFF|FUERA DE (?:CUADRO|CAMPO|PANTALLA)|V?\\.?\\s?F\\.?\\s?C\\.?|(?:VOCE )?FUORI CAMPO|SUITE|CONT|CONTD|WEITER|FORTS|З\\.?\\s?К|(?:ГОЛОС )?ЗА КАДРОМ'
const east = '画外音|旁白|O\\.?S|V\\.?O|[声ＮＭＥ]|이펙트|내레이션|나레이션'
/** In brackets after a name: where a voice comes from, as `(V.O.)` says. */
export const otherPlace = new RegExp(`^(?:${west}|${east})\\.?$`, 'iu')
/** After a name without a space between words: `小红 OS`. */
export const placeAfterName = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー])(?:\s{0,2}(?:O\.?S\.?|V\.?O\.?)|\s?[ＮＭ])$/u

const seen = 'BILD|ORT|ZEIT|PERSONEN|EINBLENDUNG|BAUCHBINDE|TEXTTAFEL|LIEU|TEMPS|IMAGE|VISUEL|PERSONNAGES|LUGAR|TIEMPO|IMAGEN|RÓTULO|TEXTO EN PANTALLA|PERSONAJES|LUOGO|IMMAGINE|SOTTOPANCIA|PERSONAGGI|ТИТР|МЕСТО|ВРЕМЯ|КАДР|НА ЭКРАНЕ'
const seenInEast = '字幕|画面|镜头|场景|时间|地点|人物|道具|服装|动作|(?:出场|登场|登場)人物|テロップ|ト書き?|場所|時間|자막|화면|장소|시간'
/** `BILD: …`, `字幕：…`: what is seen. */
export const otherSeen = new RegExp(`^(?:${seen}|${seenInEast})\\s{0,3}[:：]\\s{0,3}\\S`, 'u')

/** What is heard besides words; names such as *Son* are not among them. */
export const otherSounds = 'GERÄUSCHE?|ATMO|MUSIK|BRUITS?|BRUITAGE|AMBIANCE|MUSIQUE|SONIDOS?|EFECTOS?(?: DE SONIDO)?|MÚSICA|RUMORI?|EFFETTI?(?: SONORI)?|MUSICA|ЗВУКИ?|ШУМЫ?|МУЗЫКА|特效音|环境音|效果音|音效|音乐|音樂|背景音|効果音|ＳＥ|ＢＧＭ|효과음|음악|배경음악'
