/**
 * Lines that were said right, and what a recogniser writes for them: digits or words, other punctuation, capitals, spellings, one word or
 * two, names by ear, simplified or traditional characters. `written ‖ heard`, by language. A third part is a dictionary: `word=alias`.
 */

const en = `
The train leaves at 10:30, and not a minute later. ‖ The train leaves at ten thirty and not a minute later.
Dr. Smith paid $1.5 million in 1984. ‖ Doctor Smith paid 1.5 million dollars in nineteen eighty-four.
I don't know what you're talking about. ‖ I do not know what you are talking about.
We've got twenty-three lines left. ‖ We've got 23 lines left.
Chapter 4: The Old Mill ‖ Chapter four, the old mill.
It's 5 km to the village, e.g. by the river path. ‖ It's five kilometres to the village, for example by the river path.
"Stop!" she cried. "Don't you dare—" ‖ Stop, she cried, don't you dare.
The colour of the theatre's ceiling was grey. ‖ The color of the theater's ceiling was gray.
Mara opened the door. ‖ Marah opened the door.
My name is Siobhan O'Neill. ‖ My name is Siobhan O'Neil.
He was born on the 3rd of May, 1921. ‖ He was born on the third of May 1921.
That's 50% more than last year. ‖ That's fifty percent more than last year.
NASA launched it in the 1960s. ‖ N.A.S.A. launched it in the nineteen sixties.
Everyone knew that e-mail would arrive some day. ‖ Every one knew that email would arrive someday.
The U.S. economy grew by 2.5 per cent. ‖ The US economy grew by two point five percent.
King Henry VIII had six wives. ‖ King Henry the Eighth had 6 wives.
I'm gonna tell you something, OK? ‖ I'm going to tell you something, okay?
Their house is over there, and it's huge. ‖ There house is over their and its huge.
Nooooo! You can't do that! ‖ No, you can't do that.
Um, well … I suppose so. ‖ Well, I suppose so.
[sighs] I thought you would never come. ‖ I thought you would never come.
(Laughing) That is not what I meant. ‖ Laughing, that is not what I meant.
The meeting is on Dec. 12th at 9 a.m. ‖ The meeting is on December 12 at nine AM.
You owe me 1,250 dollars. ‖ You owe me twelve hundred and fifty dollars.
Two hundred and five people came. ‖ 205 people came.
She'll be coming round the mountain. ‖ She will be coming round the mountain.
He's been here since 2007. ‖ He has been here since two thousand and seven.
Call 555-1234 now! ‖ Call five five five one two three four now.
Mr. and Mrs. Baker live on Elm St. ‖ Mister and missus Baker live on Elm Street.
The temperature fell to -5 °C. ‖ The temperature fell to minus five °C.
Well, that's that, then. ‖ Well, that's that than.
The anti-aircraft gun was silent. ‖ The anti aircraft gun was silent.
Ladies & gentlemen, welcome! ‖ Ladies and gentlemen, welcome.
It happened in 1905. ‖ It happened in nineteen oh five.
The year was 2026. ‖ The year was twenty twenty-six.
Half of them—maybe more—had left. ‖ Half of them, maybe more, had left.
Let's go, Elias! ‖ Let us go, Elyas.
The café was naïve about its façade. ‖ The cafe was naive about its facade.
Catherine and Jonathon agreed. ‖ Katherine and Jonathan agreed.
One by one the lamps went out. ‖ 1 by 1 the lamps went out.
We need 3 or 4 more. ‖ We need three or four more.
Pages 10–12 are missing. ‖ Pages ten to twelve are missing.
World War II ended in 1945. ‖ World War Two ended in nineteen forty-five.
You should've told me. ‖ You should have told me.
Who's there? ‖ Whose there?
I would've gone, but I couldn't. ‖ I would have gone but I could not.
The price is £20. ‖ The price is 20 pounds.
A hundred years ago, nobody lived here. ‖ 100 years ago nobody lived here.
She travelled with her neighbour's dog. ‖ She traveled with her neighbor's dog.
He organised the programme himself. ‖ He organized the program himself.
The lighthouse keeper's log was wet. ‖ The light house keepers log was wet.
Okay, listen. ‖ OK. Listen.
At 7:05 the phone rang. ‖ At seven oh five the phone rang.
At 8:00 it stopped. ‖ At eight o'clock it stopped.
The first, the second and the third door were locked. ‖ The 1st, the 2nd and the 3rd door were locked.
The file is 12 MB. ‖ The file is twelve megabytes.
Prof. Gruber vs. the rest ‖ Professor Gruber versus the rest.
Nobody's perfect. ‖ Nobody is perfect.
The GIF was tiny. ‖ The jif was tiny. ‖ GIF=jif
We ship it with SQL and nginx. ‖ We ship it with sequel and engine X. ‖ SQL=sequel;nginx=engine X
Ask Nguyen about the Cholmondeley files. ‖ Ask win about the Chumley files. ‖ Nguyen=win;Cholmondeley=Chumley
1,000,000 reasons to stay ‖ One million reasons to stay.
It cost $5.50. ‖ It cost five dollars fifty.
`
const de = `
Der Zug fährt um 10:30 Uhr ab. ‖ Der Zug fährt um zehn Uhr dreißig ab.
Das kostet 1.250 €. ‖ Das kostet eintausendzweihundertfünfzig Euro.
Dr. Müller wohnt in der Hauptstr. 5. ‖ Doktor Müller wohnt in der Hauptstraße fünf.
Am 3. Mai 1984 begann alles. ‖ Am dritten Mai neunzehnhundertvierundachtzig begann alles.
Das ist z. B. ein Apfel, bzw. eine Birne. ‖ Das ist zum Beispiel ein Apfel beziehungsweise eine Birne.
Ich hab's dir doch gesagt! ‖ Ich habe es dir doch gesagt.
Die Straße war naß. ‖ Die Strasse war nass.
Einundzwanzig Männer standen am Tor. ‖ 21 Männer standen am Tor.
Er lief 42 km in drei Stunden. ‖ Er lief zweiundvierzig Kilometer in 3 Stunden.
Der Bundes-Verkehrsminister schwieg. ‖ Der Bundesverkehrsminister schwieg.
Das sind 50 % mehr als früher. ‖ Das sind fünfzig Prozent mehr als früher.
»Komm her«, sagte Großmutter. ‖ Komm her, sagte Grossmutter.
Geht's dir gut? ‖ Geht es dir gut?
Äh, ich weiß nicht … ‖ Ich weiß nicht.
Kapitel 7. Der Leuchtturm ‖ Kapitel sieben, der Leuchtturm.
Frau Meier kam um acht. ‖ Frau Meyer kam um 8.
Es war im Jahr 2026. ‖ Es war im Jahr zweitausendsechsundzwanzig.
Wir treffen uns am 1. Januar. ‖ Wir treffen uns am ersten Januar.
Ludwig XIV. war König. ‖ Ludwig der vierzehnte war König.
Die CD kostet 9,99 €. ‖ Die CD kostet neun Euro neunundneunzig.
Im Wohn- und Esszimmer brennt Licht. ‖ Im Wohn und Esszimmer brennt Licht.
Die E-Mail kam um 7 an. ‖ Die Email kam um sieben an.
Zwei mal drei ist sechs. ‖ 2 mal 3 ist 6.
Der Fluß ist ca. 100 m breit. ‖ Der Fluss ist circa hundert Meter breit.
Er sagte »Nein«, und ging. ‖ Er sagte nein und ging.
Nr. 5 lebt! ‖ Nummer fünf lebt.
Das Cache ist leer. ‖ Das Kesch ist leer. ‖ Cache=Kesch
Hunderttausend Menschen kamen. ‖ 100.000 Menschen kamen.
Temperatur: 3,5 Grad ‖ Temperatur drei Komma fünf Grad.
`
const fr = `
Le train part à 10 h 30. ‖ Le train part à dix heures trente.
M. Dupont a payé 80 € hier. ‖ Monsieur Dupont a payé quatre-vingts euros hier.
C'est l'été, n'est-ce pas ? ‖ C'est l'été, n'est ce pas?
Il y a 21 chats dans la cour. ‖ Il y a vingt-et-un chats dans la cour.
En 1998, tout a changé. ‖ En mille neuf cent quatre-vingt-dix-huit, tout a changé.
Chapitre 3 : la nuit ‖ Chapitre trois, la nuit.
« Viens ! » cria-t-elle. ‖ Viens, cria-t-elle.
L'œuvre du cœur ‖ L'oeuvre du coeur.
Aujourd'hui, 50 % des gens partent. ‖ Aujourd'hui cinquante pour cent des gens partent.
Mme Lefèvre habite au n° 7. ‖ Madame Lefèvre habite au numéro sept.
Soixante-douze marches mènent au phare. ‖ 72 marches mènent au phare.
Le 1er janvier, il neigeait. ‖ Le premier janvier il neigeait.
Euh, je ne sais pas. ‖ Je ne sais pas.
Louis XIV aimait danser. ‖ Louis quatorze aimait danser.
Qu'est-ce que c'est que ça ? ‖ Qu'est ce que c'est que ça
Deux cents personnes attendaient. ‖ 200 personnes attendaient.
Il est parti il y a cinq minutes. ‖ Il est parti il y a 5 minutes.
La 2e porte est fermée. ‖ La deuxième porte est fermée.
Le week-end, on dort. ‖ Le weekend on dort.
À bientôt, Éloïse ! ‖ A bientôt Eloise.
3,5 millions de francs ‖ Trois virgule cinq millions de francs.
Quatre-vingt-onze ans, déjà. ‖ 91 ans déjà.
Il mesure 1,80 m. ‖ Il mesure un virgule quatre-vingts mètres.
`
const es = `
El tren sale a las 10:30. ‖ El tren sale a las diez y treinta.
¿Qué hora es, Sr. López? ‖ Qué hora es, señor Lopez.
Hay 21 gatos en el patio. ‖ Hay veintiún gatos en el patio.
En 1998 todo cambió. ‖ En mil novecientos noventa y ocho todo cambió.
Cuesta 150 €. ‖ Cuesta ciento cincuenta euros.
¡Ven aquí!, gritó ella. ‖ Ven aquí, gritó ella.
El 50 % de la gente se fue. ‖ El cincuenta por ciento de la gente se fue.
Doscientas personas esperaban. ‖ 200 personas esperaban.
Capítulo 5: la noche ‖ Capítulo cinco, la noche.
La Dra. Ruiz vive en EE. UU. ‖ La doctora Ruiz vive en Estados Unidos.
Son las tres y media. ‖ Son las 3 y media.
Recorrió 42 km en un día. ‖ Recorrió cuarenta y dos kilómetros en un día.
Eh… no lo sé. ‖ No lo sé.
Treinta y un días tiene enero. ‖ 31 días tiene enero.
Me llamo Begoña Echeverría. ‖ Me llamo Begoña Echeverria.
Hace 2.000 años… ‖ Hace dos mil años.
Uno, dos, tres, ¡ya! ‖ 1, 2, 3, ya.
Eran las siete cuando llegó. ‖ Eran las 7 cuando llegó.
Tengo 3,5 litros. ‖ Tengo tres coma cinco litros.
La niña vio al pingüino. ‖ La niña vio al pinguino.
`
const it = `
Il treno parte alle 10:30. ‖ Il treno parte alle dieci e trenta.
Il sig. Rossi ha pagato 80 €. ‖ Il signor Rossi ha pagato ottanta euro.
Ci sono 21 gatti nel cortile. ‖ Ci sono ventuno gatti nel cortile.
Nel 1998 tutto cambiò. ‖ Nel millenovecentonovantotto tutto cambiò.
Perché no? È così. ‖ Perche no, è così.
Il 50% della gente se n'è andata. ‖ Il cinquanta per cento della gente se n'è andata.
L'acqua dell'isola era fredda. ‖ L'acqua dell'isola era fredda
Duecento persone aspettavano. ‖ 200 persone aspettavano.
Capitolo 3: la notte ‖ Capitolo tre, la notte.
Ha percorso 42 km. ‖ Ha percorso quarantadue chilometri.
Ehm, non lo so. ‖ Non lo so.
La dott.ssa Bianchi è qui. ‖ La dottoressa Bianchi è qui.
Tremila euro, non di più. ‖ 3.000 euro, non di più.
`
const pt = `
O trem parte às 10:30. ‖ O trem parte às dez e trinta.
O Sr. Silva pagou 80 €. ‖ O senhor Silva pagou oitenta euros.
Há 21 gatos no pátio. ‖ Há vinte e um gatos no pátio.
Em 1998 tudo mudou. ‖ Em mil novecentos e noventa e oito tudo mudou.
São 50% das pessoas. ‖ São cinquenta por cento das pessoas.
Duzentas pessoas esperavam. ‖ 200 pessoas esperavam.
Capítulo 7: a noite ‖ Capítulo sete, a noite.
Não sei, tá bom? ‖ Não sei, está bom?
Correu 42 km ontem. ‖ Correu quarenta e dois quilômetros ontem.
Dezesseis anos depois… ‖ 16 anos depois.
A ação começou. ‖ A acao começou.
`
const nl = `
De trein vertrekt om 10:30 uur. ‖ De trein vertrekt om tien uur dertig.
Er zijn 21 katten op het plein. ‖ Er zijn eenentwintig katten op het plein.
In 1984 begon alles. ‖ In negentienhonderdvierentachtig begon alles.
Dhr. Jansen betaalde € 80. ‖ Meneer Jansen betaalde tachtig euro.
Dat is bijv. een appel. ‖ Dat is bijvoorbeeld een appel.
Tweehonderd mensen wachtten. ‖ 200 mensen wachtten.
50% van de mensen vertrok. ‖ Vijftig procent van de mensen vertrok.
De 3e deur was op slot. ‖ De derde deur was op slot.
`
const ru = `
Поезд отходит в 10:30. ‖ Поезд отходит в десять тридцать.
В 1984 году всё изменилось. ‖ В тысяча девятьсот восемьдесят четвертом году все изменилось.
Двадцать один кот сидел во дворе. ‖ 21 кот сидел во дворе.
Она ещё не пришла! ‖ Она еще не пришла.
Глава 5. Ночь ‖ Глава пять. Ночь.
«Стой!» — крикнула Мария. ‖ Стой, крикнула Мария.
Это стоит 50 рублей. ‖ Это стоит пятьдесят рублей.
Кто-то постучал. ‖ Кто то постучал.
`
const zh = `
他有三百块钱。 ‖ 他有300块钱。
二零二六年,我们搬到了上海。 ‖ 2026年我们搬到了上海
這是我的書,你看見了嗎? ‖ 这是我的书,你看见了吗?
火车上午十点半出发。 ‖ 火车上午10点半出发。
她说:“你在那儿做什么?” ‖ 他说你再哪儿作什么
今年增长了百分之五十。 ‖ 今年增长了50%。
第三章:夜晚 ‖ 第3章 夜晚
我有两只猫。 ‖ 我有2只猫
这里一共有一千二百五十人。 ‖ 这里一共有1250人
“站住!”她大声喊道。 ‖ 站住,她大声喊道。
我們明天早上九點見。 ‖ 我们明天早上9点见
他跑得很快。 ‖ 他跑的很快
嗯……我不知道。 ‖ 嗯,我不知道
王先生住在五号楼。 ‖ 王先生住在5号楼
二十一只鸟飞走了。 ‖ 21只鸟飞走了
这台电脑要八千块。 ‖ 这台电脑要8000块
我在 Google 工作。 ‖ 我在google工作。
零下五度 ‖ 零下5度
十二月二十五日是圣诞节。 ‖ 12月25日是圣诞节
三加四等于七。 ‖ 3加4等于7
一万两千个理由 ‖ 12000个理由
重庆的夜景很美。 ‖ 重慶的夜景很美。
他的生日是五月三号。 ‖ 他的生日是5月3号
重来一次! ‖ 虫来一次 ‖ 重来=虫来
`
const ja = `
今日は三月三日です。 ‖ 今日は3月3日です
電車は十時半に出ます。 ‖ 電車は10時半に出ます。
二千二十六年のことだった。 ‖ 2026年のことだった
「待って!」と彼女は叫んだ。 ‖ 待ってと彼女は叫んだ
ひとつだけ教えてください。 ‖ 一つだけ教えて下さい
猫が二十一匹いる。 ‖ 猫が21匹いる
コーヒーを飲みますか? ‖ コーヒーを飲みますか
五十パーセントの人が帰った。 ‖ 50%の人が帰った
ありがとうございます。 ‖ 有難うございます
わたしは知らない。 ‖ 私は知らない
`
const ko = `
기차는 열 시 반에 출발합니다. ‖ 기차는 10시 반에 출발합니다.
고양이가 스물한 마리 있다. ‖ 고양이가 21마리 있다
이천이십육년에 이사했다. ‖ 2026년에 이사했다
어디 가세요? ‖ 어디가세요
제3장 밤 ‖ 제 삼장 밤
오십 퍼센트가 떠났다. ‖ 50%가 떠났다
할 수 있어요. ‖ 할수있어요
`

export interface SaidRight {
  readonly language: string
  readonly text: string
  readonly heard: string
  readonly aliases: readonly [string, string][]
}

export const saidRight: readonly SaidRight[] = Object.entries({ en, de, fr, es, it, pt, nl, ru, zh, ja, ko }).flatMap(([language, lines]) =>
  lines.trim().split('\n').map((line) => {
    const [text = '', heard = '', dictionary = ''] = line.split(' ‖ ')
    const aliases = dictionary.split(';').filter(entry => entry !== '').map(entry => entry.split('=') as [string, string])
    return { language, text, heard, aliases }
  }))

/** Written after the rules were, to see what they do with lines that they were not made for. */
const later = `
en | I've told you a thousand times: don't touch the dials! ‖ I have told you a thousand times, don't touch the dials.
en | The ship's captain, a Mr. Hargreaves, smiled. ‖ The ship's captain, a Mister Hargreeves, smiled.
en | Flight 370 departs from gate B12. ‖ Flight three seventy departs from gate B12.
en | We've sold over 3,400 copies since March 2nd. ‖ We have sold over thirty-four hundred copies since March second.
en | It's half past nine, isn't it? ‖ It's half past nine isn't it.
en | He lives at 221B Baker St. ‖ He lives at 221 B Baker Street.
en | The speed limit is 60 mph. ‖ The speed limit is sixty miles per hour.
en | She whispered, "They're coming…" ‖ She whispered, they are coming.
en | Turn to page 7, paragraph 3. ‖ Turn to page seven, paragraph three.
en | You'd better not, Joanna. ‖ You had better not, Johanna.
en | Part II begins here. ‖ Part two begins here.
en | The CEO of IBM resigned. ‖ The C.E.O. of I.B.M. resigned.
en | I think, therefore I am. ‖ I think therefore I am
en | That'll be $12, please. ‖ That will be twelve dollars, please.
en | Roughly 1/3 of them failed. ‖ Roughly one third of them failed.
en | In the '90s, nobody cared. ‖ In the nineties nobody cared.
en | He weighs 75 kg and is 1.8 m tall. ‖ He weighs seventy-five kilograms and is one point eight meters tall.
en | Good-bye, old friend. ‖ Goodbye, old friend.
en | The sergeant shouted: "Left! Right! Left!" ‖ The sergeant shouted, left, right, left.
en | It rained for forty days and forty nights. ‖ It rained for 40 days and 40 nights.
de | Sie wohnt seit 1999 in München. ‖ Sie wohnt seit neunzehnhundertneunundneunzig in München.
de | Wie geht's dir, Jürgen? ‖ Wie geht es dir, Jürgen?
de | Das Schiff hatte 1.500 Mann an Bord. ‖ Das Schiff hatte fünfzehnhundert Mann an Bord.
de | Er ist ein Meter neunzig groß. ‖ Er ist 1,90 Meter groß.
de | Herr Dr. Schmidt kommt um Viertel nach drei. ‖ Herr Doktor Schmitt kommt um Viertel nach drei.
de | Seite 12, Absatz 4 ‖ Seite zwölf, Absatz vier.
de | Daß das Schloß verschlossen war, wußte niemand. ‖ Dass das Schloss verschlossen war, wusste niemand.
de | Am 24. Dezember ist Heiligabend. ‖ Am vierundzwanzigsten Dezember ist Heiligabend.
de | Hast du 'ne Ahnung? ‖ Hast du eine Ahnung?
de | Die Rechnung beträgt 49,90 €. ‖ Die Rechnung beträgt neunundvierzig Euro neunzig.
fr | Elle a 35 ans. ‖ Elle a trente-cinq ans.
fr | Rendez-vous à 8 h, Mlle Moreau. ‖ Rendez-vous à huit heures, mademoiselle Moreau.
fr | Nous sommes le 14 juillet 1789. ‖ Nous sommes le quatorze juillet mille sept cent quatre-vingt-neuf.
fr | Y a-t-il quelqu'un ? ‖ Y a t-il quelqu'un?
fr | Trois cent mille euros ! ‖ 300 000 euros.
fr | Le XXe siècle fut long. ‖ Le vingtième siècle fut long.
fr | Pierre, Élodie et Zoé sont partis. ‖ Pierre, Elodie et Zoe sont partis.
fr | Un peu plus de 25 % ‖ Un peu plus de vingt-cinq pour cent.
es | Tengo 45 años. ‖ Tengo cuarenta y cinco años.
es | El Dr. Gómez llegó a las 8:15. ‖ El doctor Gomez llegó a las ocho y quince.
es | ¿Dónde está mi teléfono móvil? ‖ Dónde está mi teléfono móvil
es | Ganó 1.200.000 pesos. ‖ Ganó un millón doscientos mil pesos.
es | El siglo XXI empezó mal. ‖ El siglo veintiuno empezó mal.
it | Ho 37 anni. ‖ Ho trentasette anni.
it | Costa 1.500 euro al mese. ‖ Costa millecinquecento euro al mese.
it | Dov'è la stazione? ‖ Dov'è la stazione
pt | Tenho 28 anos. ‖ Tenho vinte e oito anos.
pt | Custa R$ 50. ‖ Custa cinquenta reais.
nl | Ik ben 36 jaar oud. ‖ Ik ben zesendertig jaar oud.
ru | Ему было сорок лет. ‖ Ему было 40 лет.
zh | 我今年三十五岁。 ‖ 我今年35岁
zh | 北京有两千多万人口。 ‖ 北京有2000多万人口
zh | 你為什麼不早說? ‖ 你为什么不早说
zh | 会议在下午三点十五分开始。 ‖ 会议在下午3点15分开始
zh | 一九四九年 ‖ 1949年
ja | 私は三十五歳です。 ‖ 私は35歳です
ja | 明日の朝八時に会いましょう。 ‖ 明日の朝8時に会いましょう
ko | 저는 서른다섯 살입니다. ‖ 저는 35살입니다
ko | 오후 세 시에 만나요. ‖ 오후 3시에 만나요
`

export const saidRightLater: readonly SaidRight[] = later.trim().split('\n').map((line) => {
  const [language = '', pair = ''] = line.split(' | ')
  const [text = '', heard = ''] = pair.split(' ‖ ')
  return { language, text, heard, aliases: [] }
})
