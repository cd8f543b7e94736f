/**
 * Lines as they are in scripts, said right, and what a recogniser writes for them; `language | written ‖ heard`. Each list was written
 * before the rules were tried on it: of the first list 16 lines were accused at first, of the second 13, of the third 8, and each of them
 * showed a rule that was missing and was then added. Of the last list, 200 lines, one was accused.
 */
import type { SaidRight } from './corpus.ts'

const first = `
en | The rain had not stopped since Tuesday, and the river was already over the lower steps.
  ‖ The rain had not stopped since Tuesday and the river was already over the lower steps.
en | "You came," he said, not quite believing it. ‖ You came, he said, not quite believing it.
en | Welcome back to the Quiet Hours podcast, episode 112. ‖ Welcome back to the Quiet Hours podcast. Episode one hundred and twelve.
en | I'm your host, Theo Marchetti, and today we're talking about sleep.
  ‖ I'm your host, Theo Marketti, and today we're talking about sleep.
en | In a 2019 study of 1,400 adults, nearly two-thirds slept fewer than 7 hours.
  ‖ In a 2019 study of fourteen hundred adults, nearly two thirds slept fewer than seven hours.
en | Sure. Whatever you say, boss. ‖ Sure, whatever you say boss.
en | It was half-past eleven when the lights went out. ‖ It was half past 11 when the lights went out.
en | The well-dressed stranger bowed, smiled, and disappeared into the crowd.
  ‖ The well dressed stranger bowed, smiled and disappeared into the crowd.
en | Mix 200 g of flour with 1/2 cup of sugar. ‖ Mix two hundred grams of flour with half a cup of sugar.
en | Bake at 180°C for 25–30 minutes. ‖ Bake at 180 degrees Celsius for 25 to 30 minutes.
en | Visit us at example.com/start to learn more. ‖ Visit us at example dot com slash start to learn more.
en | Our Wi-Fi was down, so I used my phone's 5G. ‖ Our wifi was down so I used my phone's 5G.
en | "Grandfather," she said, "tell me about the sea." ‖ Grandfather, she said, tell me about the sea.
en | We hold these truths to be self-evident. ‖ We hold these truths to be self evident.
en | The ship was called the Isolde, and nobody aboard could pronounce it.
  ‖ The ship was called the Isolda and nobody aboard could pronounce it.
en | Look—there! Behind the chapel! ‖ Look there, behind the chapel.
en | I can't. I just … I can't. ‖ I can't, I just, I can't.
en | He'd walked some thirty-odd miles before dawn. ‖ He'd walked some 30 odd miles before dawn.
en | The answer, of course, was no. ‖ The answer of course was no.
en | About $3.2bn was spent on it in Q4. ‖ About 3.2 billion dollars was spent on it in Q4.
en | For ages 8 and up. Batteries not included. ‖ For ages eight and up, batteries not included.
en | Act one, scene two: a street in Verona. ‖ Act 1, scene 2, a street in Verona.
en | Ha! That's what you think. ‖ Ha, that's what you think.
en | Ms. Okonkwo will see you now. ‖ Miss Okonkwo will see you now.
en | She took the No. 12 bus to St. Andrew's. ‖ She took the number 12 bus to Saint Andrews.
en | It's a quarter to six; the market closes at 6:30 p.m. ‖ It's a quarter to six, the market closes at 6.30 pm.
en | Nobody had told the children that their father wasn't coming home. ‖ Nobody had told the children that their father wasn't coming home.
en | Is it "grey" or "gray"? Honestly, who cares. ‖ Is it gray or gray? Honestly, who cares?
en | To be, or not to be: that is the question. ‖ To be or not to be, that is the question.
en | The recipe serves 4–6. ‖ The recipe serves four to six.
en | Press Ctrl+Z to undo it. ‖ Press control Z to undo it.
en | Somebody's been sleeping in my bed! ‖ Somebody has been sleeping in my bed.
en | He was a two-time champion by the age of 21. ‖ He was a two time champion by the age of twenty-one.
en | And that was that: no letter, no call, nothing. ‖ And that was that. No letter, no call, nothing.
en | The Black Death killed an estimated 25 million people in Europe.
  ‖ The black death killed an estimated twenty five million people in Europe.
en | Back in the eighteen-hundreds, this was all farmland. ‖ Back in the 1800s, this was all farmland.
en | Its engine makes 450 hp at 6,000 rpm. ‖ Its engine makes 450 horsepower at 6000 RPM.
en | Ten-four, over and out. ‖ 10-4, over and out.
en | Mmm, that smells good. What is it? ‖ Mm, that smells good. What is it?
en | I've told you a thousand times: lock the door! ‖ I've told you a thousand times, lock the door.
en | Judge Amelia Ortiz-Wexler presided. ‖ Judge Amelia Ortiz Wexler presided.
en | Don't worry, we'll figure something out. We always do. ‖ Don't worry. We'll figure something out. We always do.
en | At first light the shepherds drove their flocks down through the gorge.
  ‖ At first light, the shepherds drove their flocks down through the gorge.
en | Version 2.0 ships on 1 March. ‖ Version 2.0 ships on March 1st.
en | Subscribe, rate, and leave us a five-star review. ‖ Subscribe, rate and leave us a 5 star review.
en | The sum is 3 × 4 = 12. ‖ The sum is three times four equals twelve.
en | I'd say seventy, maybe eighty percent. ‖ I'd say 70, maybe 80%.
en | Mr. Hargreave's umbrella was found in the library. ‖ Mr. Hargreaves umbrella was found in the library.
en | Call me at 9 tomorrow, or e-mail me at mara@home.org. ‖ Call me at nine tomorrow or email me at mara at home dot org.
de | Am Morgen lag Nebel über dem See, und niemand wagte, ein Wort zu sagen.
  ‖ Am Morgen lag Nebel über dem See und niemand wagte ein Wort zu sagen.
de | »Komm herein«, sagte der Alte, »und mach die Tür zu.« ‖ Komm herein, sagte der Alte, und mach die Tür zu.
de | Willkommen zu Folge 27 unseres Podcasts. ‖ Willkommen zu Folge siebenundzwanzig unseres Podcasts.
de | Das macht zusammen 3,75 Millionen Euro. ‖ Das macht zusammen drei Komma sieben fünf Millionen Euro.
de | Ich hab's dir doch gesagt! ‖ Ich habe es dir doch gesagt.
de | Die Temperatur sinkt auf −12 °C. ‖ Die Temperatur sinkt auf minus zwölf Grad Celsius.
de | Um halb acht ging sie zur Arbeit. ‖ Um halb 8 ging sie zur Arbeit.
de | Der CDU-Politiker trat 2015 zurück. ‖ Der CDU Politiker trat zweitausendfünfzehn zurück.
de | Kaiser Wilhelm II. dankte ab. ‖ Kaiser Wilhelm der Zweite dankte ab.
de | Zwei Drittel der Befragten sagten Nein. ‖ Zwei Drittel der Befragten sagten nein.
fr | Le vent s'était levé pendant la nuit, et personne n'avait dormi. ‖ Le vent s'était levé pendant la nuit et personne n'avait dormi.
fr | « Tu viens ? » demanda-t-elle doucement. ‖ Tu viens, demanda-t-elle doucement.
fr | Bienvenue dans ce 3e épisode. ‖ Bienvenue dans ce troisième épisode.
fr | J'ai payé 12,50 € pour deux cafés ! ‖ J'ai payé douze euros cinquante pour deux cafés.
fr | Louis XIV régna 72 ans. ‖ Louis quatorze régna soixante-douze ans.
fr | Il est 18h45, l'émission commence. ‖ Il est dix-huit heures quarante-cinq, l'émission commence.
fr | M. Lefèvre habite au 2e étage. ‖ Monsieur Lefebvre habite au deuxième étage.
fr | Qu'est-ce que c'est que ça ? ‖ Qu'est-ce que c'est que ça?
fr | Environ 80 % des gens l'ignorent. ‖ Environ quatre-vingts pour cent des gens l'ignorent.
es | La lluvia caía sin descanso sobre los tejados del pueblo. ‖ La lluvia caía sin descanso sobre los tejados del pueblo.
es | —¿Quién anda ahí? —preguntó la anciana. ‖ ¿Quién anda ahí? preguntó la anciana.
es | Bienvenidos al episodio 15. ‖ Bienvenidos al episodio quince.
es | El rey Felipe II murió en 1598. ‖ El rey Felipe segundo murió en mil quinientos noventa y ocho.
es | Cuesta 3,50 € el kilo. ‖ Cuesta tres euros con cincuenta el kilo.
es | Son las dos y media de la tarde. ‖ Son las 2 y media de la tarde.
es | El 60 % de la población vive aquí. ‖ El sesenta por ciento de la población vive aquí.
it | La pioggia non smetteva da tre giorni. ‖ La pioggia non smetteva da 3 giorni.
it | «Vieni qui», disse il vecchio. ‖ Vieni qui, disse il vecchio.
it | Benvenuti alla puntata numero 42. ‖ Benvenuti alla puntata numero quarantadue.
it | Papa Giovanni XXIII nacque nel 1881. ‖ Papa Giovanni ventitreesimo nacque nel milleottocentottantuno.
it | Circa il 15% degli italiani lo sa. ‖ Circa il quindici per cento degli italiani lo sa.
it | Un chilo di mele costa 2,40 €. ‖ Un chilo di mele costa due euro e quaranta.
pt | A chuva não parava desde segunda-feira. ‖ A chuva não parava desde segunda feira.
pt | — Quem está aí? — perguntou ela. ‖ Quem está aí? Perguntou ela.
pt | Bem-vindos ao episódio 8. ‖ Bem-vindos ao episódio oito.
pt | D. Pedro II governou por 58 anos. ‖ Dom Pedro segundo governou por cinquenta e oito anos.
pt | Cerca de 20% do total. ‖ Cerca de vinte por cento do total.
nl | Het regende al sinds dinsdag, en de rivier stond hoog. ‖ Het regende al sinds dinsdag en de rivier stond hoog.
nl | 'Kom binnen,' zei de oude man. ‖ Kom binnen, zei de oude man.
nl | Welkom bij aflevering 33. ‖ Welkom bij aflevering drieëndertig.
nl | Het kost € 4,95 per stuk. ‖ Het kost vier euro vijfennegentig per stuk.
nl | Om kwart over 3 belde ze op. ‖ Om kwart over drie belde ze op.
ru | Дождь не прекращался с самого вторника. ‖ Дождь не прекращался с самого вторника.
ru | — Кто там? — спросила старуха. ‖ Кто там? Спросила старуха.
ru | Добро пожаловать в 12-й выпуск. ‖ Добро пожаловать в двенадцатый выпуск.
ru | Пётр I родился в 1672 году. ‖ Петр Первый родился в 1672 году.
ru | Около 30 % жителей уехали. ‖ Около тридцати процентов жителей уехали.
zh | 雨从星期二就没停过，河水已经漫过了台阶。 ‖ 雨从星期二就没停过河水已经漫过了台阶
zh | “你来了。”他轻声说。 ‖ 你来了他轻声说
zh | 欢迎收听第十二期节目。 ‖ 欢迎收听第12期节目
zh | 大约百分之三十的人离开了。 ‖ 大约30%的人离开了
zh | 这本书的价格是¥39.9。 ‖ 这本书的价格是39.9元
zh | 他出生于1672年5月30日。 ‖ 他出生于一六七二年五月三十日
zh | 身高一米八，体重七十五公斤。 ‖ 身高1米8,体重75公斤
zh | 她在哪兒工作?我不曉得。 ‖ 她在哪儿工作我不晓得
ja | 雨は火曜日から止まず、川はもう溢れていた。 ‖ 雨は火曜日からやまず川はもうあふれていた
ja | 「来たのか」と彼は静かに言った。 ‖ 来たのかと彼は静かに言った
ja | 第十二回へようこそ。 ‖ 第12回へようこそ
ja | 約30%の人が去りました。 ‖ 約30パーセントの人が去りました
ja | 値段は三千五百円です。 ‖ 値段は3500円です
ko | 화요일부터 비가 그치지 않았다. ‖ 화요일부터 비가 그치지 않았다
ko | "누구세요?" 할머니가 물었다. ‖ 누구세요 할머니가 물었다
ko | 제12회 방송에 오신 것을 환영합니다. ‖ 제 12회 방송에 오신 것을 환영합니다
ko | 약 삼십 퍼센트가 떠났습니다. ‖ 약 30%가 떠났습니다
ko | 가격은 3,500원입니다. ‖ 가격은 삼천오백원입니다
`
const second = `
en | Long ago, before the mountains had names, a fox lived at the edge of the world.
  ‖ Long ago, before the mountains had names, a fox lived at the edge of the world.
en | "And what," asked the owl, "would you give me in return?" ‖ And what, asked the owl, would you give me in return?
en | New this spring: the Aero X2, lighter than ever. ‖ New this spring, the Aero X2, lighter than ever.
en | Only $49.99, or three payments of $17. ‖ Only 49.99, or three payments of seventeen dollars.
en | Terms and conditions apply. See in-store for details. ‖ Terms and conditions apply. See in store for details.
en | In this lesson you'll learn how plants make food from light. ‖ In this lesson, you will learn how plants make food from light.
en | Photosynthesis takes place in the chloroplasts. ‖ Photosynthesis takes place in the chloroplasts.
en | The reaction releases oxygen (O2) into the air. ‖ The reaction releases oxygen, O2, into the air.
en | Good evening. It's 9 o'clock, and these are the headlines. ‖ Good evening. It's nine o'clock and these are the headlines.
en | Shares fell 3.4% after the chancellor's speech on Thursday. ‖ Shares fell 3.4 percent after the Chancellor's speech on Thursday.
en | At least 17 people were injured, 4 of them seriously. ‖ At least seventeen people were injured, four of them seriously.
en | The former president, aged 93, died at his home in Plains. ‖ The former president, aged ninety-three, died at his home in Plains.
en | Add the onions, garlic and a pinch of salt; stir for 5 min. ‖ Add the onions, garlic and a pinch of salt, stir for five minutes.
en | You're breathing in … and out. In … and out. ‖ You're breathing in and out, in and out.
en | Let your shoulders drop. Let the day go. ‖ Let your shoulders drop. Let the day go.
en | Chapter Twelve. In Which Nothing Happens. ‖ Chapter 12, in which nothing happens.
en | Sir Ambrose set down his cup. "Preposterous," he said. ‖ Sir Ambrose set down his cup. Preposterous, he said.
en | The horses were blown; we rested them by the ford. ‖ The horses were blown. We rested them by the ford.
en | Aunt Polly's voice carried clear across the yard. ‖ Aunt Polly's voice carried clear across the yard.
en | He ain't coming back, Jim. Not this time. ‖ He ain't coming back, Jim, not this time.
en | Three, two, one … ignition! ‖ 3, 2, 1, ignition!
en | Welcome aboard flight BA 286 to San Francisco. ‖ Welcome aboard flight BA286 to San Francisco.
en | Our flying time today is 10 hours and 45 minutes. ‖ Our flying time today is ten hours and forty five minutes.
en | The museum is open daily, 10 a.m.–5 p.m., except Mondays. ‖ The museum is open daily 10 a.m. to 5 p.m. except Mondays.
en | You are standing in front of Vermeer's "The Milkmaid", painted around 1658.
  ‖ You are standing in front of Vermeer's The Milkmaid, painted around 1658.
en | To speak to an agent, press 0. ‖ To speak to an agent, press zero.
en | Your call is important to us. ‖ Your call is important to us.
en | The password must have at least 8 characters, including 1 number.
  ‖ The password must have at least eight characters, including one number.
en | First things first: where's the coffee? ‖ First things first, where is the coffee?
en | My great-grandmother was born in 1899, in a village outside Lviv. ‖ My great grandmother was born in 1899 in a village outside Lviv.
en | We were young, we were broke, and we were happy. ‖ We were young, we were broke and we were happy.
en | I said no, and I meant it! ‖ I said no and I meant it.
en | Detective Inspector Reyes didn't look up from the file. ‖ Detective Inspector Reyes didn't look up from the file.
en | Two coffees, please—one black, one with oat milk. ‖ Two coffees please, one black, one with oat milk.
en | Today's sponsor is Brightwell, the all-in-one garden planner. ‖ Today's sponsor is Bright Well, the all in one garden planner.
en | Use the code HOURS20 for 20% off. ‖ Use the code HOURS20 for 20% off.
en | Mount Everest is 8,849 metres high. ‖ Mount Everest is 8,849 meters high.
en | The light from that star is 4.2 years old. ‖ The light from that star is four point two years old.
en | Nineteen thirty-nine was a hot summer. ‖ 1939 was a hot summer.
en | I'll see you at the corner of 5th and Main. ‖ I'll see you at the corner of Fifth and Main.
en | We'll be right back after this. ‖ We'll be right back after this.
en | You know what? Forget it. ‖ You know what, forget it.
en | He paused. He looked at the clock. He began to laugh. ‖ He paused, he looked at the clock, he began to laugh.
en | Every Saturday, from the 1950s on, the band played here. ‖ Every Saturday from the fifties on, the band played here.
en | Queen Elizabeth I never married. ‖ Queen Elizabeth the First never married.
en | The crowd roared: "Encore! Encore!" ‖ The crowd roared, encore, encore.
en | A 10-year-old could have told you that. ‖ A ten year old could have told you that.
en | The vase, worth some 2 million euros, was insured. ‖ The vase, worth some two million euros, was insured.
en | No one spoke. ‖ No one spoke.
en | The north-east wind blew all night. ‖ The northeast wind blew all night.
de | Es war einmal ein König, der hatte drei Töchter. ‖ Es war einmal ein König, der hatte 3 Töchter.
de | Guten Abend, meine Damen und Herren, es ist 20 Uhr. ‖ Guten Abend, meine Damen und Herren, es ist zwanzig Uhr.
de | Die Arbeitslosenquote liegt bei 5,7 Prozent. ‖ Die Arbeitslosenquote liegt bei fünf Komma sieben Prozent.
de | Der Film kostete rund 80 Mio. Dollar. ‖ Der Film kostete rund achtzig Millionen Dollar.
de | Geben Sie 250 g Mehl und 2 EL Zucker dazu. ‖ Geben Sie 250 Gramm Mehl und zwei Esslöffel Zucker dazu.
de | Kapitel 9: Die Rückkehr ‖ Kapitel neun, die Rückkehr.
de | Was soll denn das heißen, Frau Krämer? ‖ Was soll denn das heißen, Frau Kramer?
de | Die 1. Mannschaft gewann mit 3:2. ‖ Die erste Mannschaft gewann mit drei zu zwei.
de | Atmen Sie ein … und wieder aus. ‖ Atmen Sie ein und wieder aus.
de | Der Weg ist 12,5 km lang. ‖ Der Weg ist zwölf Komma fünf Kilometer lang.
fr | Il était une fois une petite fille que tout le monde aimait. ‖ Il était une fois une petite fille que tout le monde aimait.
fr | Il est 20 heures, voici les titres. ‖ Il est vingt heures, voici les titres.
fr | Le chômage a reculé de 0,3 point. ‖ Le chômage a reculé de zéro virgule trois point.
fr | Ajoutez 250 g de farine et 3 œufs. ‖ Ajoutez deux cent cinquante grammes de farine et trois œufs.
fr | — Et toi, qu'en penses-tu ? ‖ Et toi, qu'en penses-tu?
fr | Chapitre IX. Le retour. ‖ Chapitre neuf, le retour.
fr | Elle naquit le 1er mai 1905 à Lyon. ‖ Elle naquit le premier mai 1905 à Lyon.
fr | Inspirez… puis expirez. ‖ Inspirez, puis expirez.
es | Érase una vez un rey que tenía tres hijas. ‖ Érase una vez un rey que tenía 3 hijas.
es | Buenas noches, son las 21:00. ‖ Buenas noches, son las veintiuna horas.
es | El paro bajó un 0,5 % en marzo. ‖ El paro bajó un cero coma cinco por ciento en marzo.
es | Añade 200 g de harina y dos huevos. ‖ Añade doscientos gramos de harina y dos huevos.
es | Capítulo 4. El regreso. ‖ Capítulo cuatro, el regreso.
es | ¡No me lo puedo creer! ‖ No me lo puedo creer.
es | La 2ª Guerra Mundial terminó en 1945. ‖ La Segunda Guerra Mundial terminó en mil novecientos cuarenta y cinco.
it | C'era una volta un re che aveva tre figlie. ‖ C'era una volta un re che aveva 3 figlie.
it | Buonasera, sono le 20:30. ‖ Buonasera, sono le venti e trenta.
it | Aggiungete 200 g di farina e 2 uova. ‖ Aggiungete duecento grammi di farina e due uova.
it | Capitolo 3. Il ritorno ‖ Capitolo tre, il ritorno.
it | Nel XIX secolo la città contava 10.000 abitanti. ‖ Nel diciannovesimo secolo la città contava diecimila abitanti.
pt | Era uma vez um rei que tinha três filhas. ‖ Era uma vez um rei que tinha 3 filhas.
pt | Boa noite, são 20h30. ‖ Boa noite, são vinte horas e trinta.
pt | Junte 200 g de farinha e 2 ovos. ‖ Junte duzentos gramas de farinha e dois ovos.
pt | O 1º lugar ficou com a Ana. ‖ O primeiro lugar ficou com a Ana.
nl | Er was eens een koning die drie dochters had. ‖ Er was eens een koning die 3 dochters had.
nl | Goedenavond, het is acht uur. ‖ Goedenavond, het is 8 uur.
nl | Voeg 200 g bloem en 2 eieren toe. ‖ Voeg tweehonderd gram bloem en twee eieren toe.
nl | Hoofdstuk 5. De terugkeer ‖ Hoofdstuk vijf, de terugkeer.
ru | Жил-был король, и было у него три дочери. ‖ Жил был король и было у него 3 дочери.
ru | Добрый вечер, в эфире новости. ‖ Добрый вечер, в эфире новости.
ru | Глава 7. Возвращение ‖ Глава седьмая. Возвращение.
ru | Температура опустилась до −20 °C. ‖ Температура опустилась до минус 20 градусов.
ru | Всё хорошо, — сказала она. ‖ Все хорошо, сказала она.
zh | 很久很久以前，有一位国王，他有三个女儿。 ‖ 很久很久以前有一位国王他有3个女儿
zh | 晚上好，现在是北京时间二十点整。 ‖ 晚上好现在是北京时间20点整
zh | 失业率下降了0.5个百分点。 ‖ 失业率下降了零点五个百分点
zh | 加入200克面粉和两个鸡蛋。 ‖ 加入二百克面粉和两个鸡蛋
zh | 第七章 归来 ‖ 第7章归来
zh | 你到底想怎麼樣？ ‖ 你到底想怎么样
zh | 深呼吸……慢慢呼出来。 ‖ 深呼吸慢慢呼出来
ja | むかしむかし、ある王様に三人の娘がいました。 ‖ 昔々ある王様に3人の娘がいました
ja | こんばんは。夜九時のニュースです。 ‖ こんばんは夜9時のニュースです
ja | 小麦粉を200グラム加えてください。 ‖ 小麦粉を200グラム加えて下さい
ja | 第七章 帰還 ‖ 第7章帰還
ja | 「どういうことだ？」 ‖ どういう事だ
ko | 옛날 옛적에 한 왕이 살았습니다. ‖ 옛날 옛적에 한 왕이 살았습니다
ko | 안녕하십니까, 아홉 시 뉴스입니다. ‖ 안녕하십니까 9시 뉴스입니다
ko | 밀가루 200그램을 넣으세요. ‖ 밀가루 이백 그램을 넣으세요
ko | 제7장. 귀환 ‖ 제7장 귀환
`
const third = `
en | Nobody in Harrow Street remembered when the clock had stopped. ‖ Nobody in Harrow Street remembered when the clock had stopped.
en | "If you leave now," she warned, "don't bother coming back." ‖ If you leave now, she warned, don't bother coming back.
en | It's the 21st century, for heaven's sake. ‖ It's the 21st century for heaven's sake.
en | Hydrate, rest, and call your doctor if the fever tops 102 °F.
  ‖ Hydrate, rest and call your doctor if the fever tops 102 degrees Fahrenheit.
en | Once per day, with food. Do not exceed 2 tablets. ‖ Once per day with food. Do not exceed two tablets.
en | So here's the thing about octopuses: they have three hearts. ‖ So here's the thing about octopuses. They have three hearts.
en | My guest today is Dr. Ingrid Halvorsen of the University of Bergen.
  ‖ My guest today is Dr Ingrid Halvorson of the University of Bergen.
en | Thanks for having me, Theo. ‖ Thanks for having me, Theo.
en | You studied this for, what, fifteen years? ‖ You studied this for what, 15 years?
en | Sixteen, actually, ha ha. ‖ 16 actually, haha.
en | The road to Kirkwall was empty save for sheep. ‖ The road to Kirkwall was empty save for sheep.
en | A cold wind; a shut door; a light gone out. ‖ A cold wind, a shut door, a light gone out.
en | "Psst! Over here!" hissed Tommy. ‖ Psst, over here, hissed Tommy.
en | The witness, Mr. J. P. Calloway, declined to comment. ‖ The witness, Mr JP Calloway, declined to comment.
en | Section 4(b) of the Act does not apply. ‖ Section 4B of the Act does not apply.
en | Open Settings > Privacy and turn off tracking. ‖ Open settings, privacy and turn off tracking.
en | Click the OK button twice. ‖ Click the okay button twice.
en | The average download is 3.5 GB and takes 12 minutes. ‖ The average download is three and a half gigabytes and takes twelve minutes.
en | I was born on July 4th, 1976. ‖ I was born on July 4, 1976.
en | They've won 3–0 at home and 2–1 away. ‖ They've won three nil at home and two one away.
en | Oh, come on! You've got to be kidding me. ‖ Oh come on, you've got to be kidding me.
en | Eighty-eight keys, ten fingers, one life. ‖ 88 keys, 10 fingers, one life.
en | The lake, blue-green and still, gave back the sky. ‖ The lake, blue green and still, gave back the sky.
en | Look both ways before you cross the street, sweetheart. ‖ Look both ways before you cross the street, sweetheart.
en | It wasn't the fall that killed him; it was the landing. ‖ It wasn't the fall that killed him, it was the landing.
en | In 1066 and all that, a book by W. C. Sellar … ‖ In 1066 and all that, a book by WC Sellar.
en | Mum's making tea. D'you want some? ‖ Mum's making tea. Do you want some?
en | 'Tis the season to be jolly. ‖ Tis the season to be jolly.
en | Ev'ry mornin' he'd whistle the same ol' tune. ‖ Every morning he'd whistle the same old tune.
en | I ain't seen nothin' like it. ‖ I ain't seen nothing like it.
en | The firefighters worked through the night to contain the blaze. ‖ The firefighters worked through the night to contain the blaze.
en | Approximately 1 in 5 adults will experience it. ‖ Approximately one in five adults will experience it.
en | The Mars rover has travelled more than 40 km since 2004. ‖ The Mars rover has traveled more than 40 kilometers since 2004.
en | "Who is it?" "It's me, Mum." ‖ Who is it? It's me, mum.
en | Next stop: Willowbrook. Change here for the Northern line. ‖ Next stop, Willowbrook. Change here for the Northern Line.
en | The doors open on the right-hand side. ‖ The doors open on the right hand side.
en | The wizard's tower—if you could call it that—leaned to the left. ‖ The wizard's tower, if you could call it that, leaned to the left.
en | Captain Vance, the shields are down to 15 per cent! ‖ Captain Vance, the shields are down to 15%.
en | Prepare for hyperjump in T minus 10. ‖ Prepare for hyper jump in T-minus ten.
en | Ladies and gentlemen, boys and girls: the Great Zamboni! ‖ Ladies and gentlemen, boys and girls, the great Zamboni.
en | Have you tried turning it off and on again? ‖ Have you tried turning it off and on again?
en | We hiked the W trek in four days. ‖ We hiked the W Trek in four days.
en | Their first album, Blue Door, came out in '97. ‖ Their first album, Blue Door, came out in 97.
en | She finished in 2:58:31, a personal best. ‖ She finished in two hours, 58 minutes and 31 seconds, a personal best.
en | All rights reserved. © 2026 Northlight Audio. ‖ All rights reserved. Copyright 2026 Northlight Audio.
en | Read by the author. ‖ Read by the author.
en | This is a work of fiction. ‖ This is a work of fiction.
en | Then silence fell on the square. ‖ Then silence fell on the square.
en | He swallowed hard and knocked. ‖ He swallowed hard and knocked.
en | What a day! ‖ What a day.
de | In einem kleinen Dorf an der Küste lebte ein alter Fischer. ‖ In einem kleinen Dorf an der Küste lebte ein alter Fischer.
de | »Wohin gehst du?«, rief sie ihm nach. ‖ Wohin gehst du, rief sie ihm nach.
de | Mein Gast heute: Dr. Lena Hofstätter aus Graz. ‖ Mein Gast heute, Doktor Lena Hofstetter aus Graz.
de | Das dauert ca. 20–25 Minuten. ‖ Das dauert circa zwanzig bis fünfundzwanzig Minuten.
de | Am 3. Oktober 1990 wurde Deutschland vereint. ‖ Am dritten Oktober 1990 wurde Deutschland vereint.
de | Die Aktie stieg um 2,3 %. ‖ Die Aktie stieg um 2,3 Prozent.
de | Nächster Halt: Hauptbahnhof. ‖ Nächster Halt Hauptbahnhof.
de | Na ja, so schlimm war's auch wieder nicht. ‖ Naja, so schlimm war es auch wieder nicht.
de | Das 19. Jahrhundert war lang. ‖ Das neunzehnte Jahrhundert war lang.
fr | Dans un petit village au bord de la mer vivait un vieux pêcheur. ‖ Dans un petit village au bord de la mer vivait un vieux pêcheur.
fr | « Où vas-tu ? » lui cria-t-elle. ‖ Où vas-tu, lui cria-t-elle.
fr | Mon invitée est le Dr Claire Vasseur. ‖ Mon invitée est le docteur Claire Vasseur.
fr | Comptez 20 à 25 minutes. ‖ Comptez vingt à vingt-cinq minutes.
fr | Prochain arrêt : gare du Nord. ‖ Prochain arrêt, Gare du Nord.
fr | Il pleut, il vente, il neige même ! ‖ Il pleut, il vente, il neige même.
fr | Le 11 novembre 1918, tout s'arrêta. ‖ Le onze novembre mille neuf cent dix-huit, tout s'arrêta.
fr | J'sais pas, moi. ‖ Je sais pas, moi.
es | En un pequeño pueblo de la costa vivía un viejo pescador. ‖ En un pequeño pueblo de la costa vivía un viejo pescador.
es | —¿Adónde vas? —le gritó ella. ‖ ¿A dónde vas? le gritó ella.
es | Mi invitada es la Dra. Lucía Ferrer. ‖ Mi invitada es la doctora Lucía Ferrer.
es | Tarda unos 20 o 25 minutos. ‖ Tarda unos veinte o veinticinco minutos.
es | El 12 de octubre de 1492 llegaron a tierra. ‖ El doce de octubre de mil cuatrocientos noventa y dos llegaron a tierra.
es | Próxima estación: Sol. ‖ Próxima estación, Sol.
es | Pues nada, hombre, que te vaya bien. ‖ Pues nada hombre, que te vaya bien.
it | In un piccolo paese sulla costa viveva un vecchio pescatore. ‖ In un piccolo paese sulla costa viveva un vecchio pescatore.
it | «Dove vai?» gli gridò lei. ‖ Dove vai? gli gridò lei.
it | La mia ospite è la dott.ssa Chiara Bassi. ‖ La mia ospite è la dottoressa Chiara Bassi.
it | Ci vogliono 20-25 minuti. ‖ Ci vogliono venti, venticinque minuti.
it | Il 2 giugno 1946 si votò. ‖ Il due giugno millenovecentoquarantasei si votò.
it | Prossima fermata: Duomo. ‖ Prossima fermata, Duomo.
pt | Numa pequena aldeia da costa vivia um velho pescador. ‖ Numa pequena aldeia da costa vivia um velho pescador.
pt | — Aonde vais? — gritou ela. ‖ Aonde vais? gritou ela.
pt | Demora uns 20 a 25 minutos. ‖ Demora uns vinte a vinte e cinco minutos.
pt | Em 7 de setembro de 1822, tudo mudou. ‖ Em sete de setembro de mil oitocentos e vinte e dois, tudo mudou.
nl | In een klein dorp aan de kust woonde een oude visser. ‖ In een klein dorp aan de kust woonde een oude visser.
nl | 'Waar ga je heen?' riep ze. ‖ Waar ga je heen, riep ze.
nl | Het duurt zo'n 20 tot 25 minuten. ‖ Het duurt zo'n twintig tot vijfentwintig minuten.
nl | Op 5 mei 1945 was de oorlog voorbij. ‖ Op vijf mei negentienhonderdvijfenveertig was de oorlog voorbij.
ru | В маленькой деревне на берегу жил старый рыбак. ‖ В маленькой деревне на берегу жил старый рыбак.
ru | — Куда ты? — крикнула она. ‖ Куда ты? — крикнула она.
ru | Это займёт 20–25 минут. ‖ Это займет двадцать-двадцать пять минут.
ru | 9 мая 1945 года война закончилась. ‖ Девятого мая 1945 года война закончилась.
ru | Следующая станция — «Пушкинская». ‖ Следующая станция Пушкинская.
zh | 海边的小村子里住着一位老渔夫。 ‖ 海边的小村子里住着一位老渔夫
zh | “你去哪儿？”她喊道。 ‖ 你去哪儿她喊道
zh | 大约需要20到25分钟。 ‖ 大约需要二十到二十五分钟
zh | 1949年10月1日，那天很冷。 ‖ 一九四九年十月一日那天很冷
zh | 下一站，人民广场。 ‖ 下一站人民广场
zh | 我們的嘉賓是林醫生。 ‖ 我们的嘉宾是林医生
ja | 海辺の小さな村に、年老いた漁師が住んでいました。 ‖ 海辺の小さな村に年老いた漁師が住んでいました
ja | 「どこへ行くの？」と彼女は叫んだ。 ‖ どこへ行くのと彼女は叫んだ
ja | 二十分から二十五分ほどかかります。 ‖ 20分から25分ほどかかります
ja | 次は、東京駅です。 ‖ 次は東京駅です
ko | 바닷가 작은 마을에 늙은 어부가 살았습니다. ‖ 바닷가 작은 마을에 늙은 어부가 살았습니다
ko | "어디 가세요?" 그녀가 외쳤다. ‖ 어디 가세요 그녀가 외쳤다
ko | 약 20분에서 25분 걸립니다. ‖ 약 이십 분에서 이십오 분 걸립니다
ko | 다음 역은 서울역입니다. ‖ 다음 역은 서울역입니다
`
const last = `
en | The letter arrived on a Friday, which should have been a warning. ‖ The letter arrived on a Friday, which should have been a warning.
en | "Sit," said the colonel. "We have much to discuss." ‖ Sit, said the Colonel, we have much to discuss.
en | She counted the stairs: eleven, twelve, thirteen. ‖ She counted the stairs, 11, 12, 13.
en | There are, in my experience, only two kinds of people. ‖ There are, in my experience, only two kinds of people.
en | The committee will meet again on 14 September. ‖ The committee will meet again on September 14.
en | Average rainfall was 80 mm, twice the norm. ‖ Average rainfall was 80 millimeters, twice the norm.
en | It's a long way down, isn't it? ‖ It's a long way down, isn't it?
en | Try our new salted-caramel latte, from $4.50. ‖ Try our new salted caramel latte from $4.50.
en | Professor Adeyemi, welcome to the programme. ‖ Professor Adeyemi, welcome to the program.
en | Thank you. It's a pleasure to be here. ‖ Thank you, it's a pleasure to be here.
en | Let me ask you the obvious question: why now? ‖ Let me ask you the obvious question. Why now?
en | Well, you know, it's complicated. ‖ Well, you know, it's complicated.
en | The first rule of the archive is simple: touch nothing. ‖ The first rule of the archive is simple, touch nothing.
en | Snow lay on the window-sill. ‖ Snow lay on the windowsill.
en | He had been a lieutenant in the 7th Cavalry. ‖ He had been a lieutenant in the Seventh Cavalry.
en | Dear diary: today I met a dragon. ‖ Dear diary, today I met a dragon.
en | Its scales were the colour of old pennies. ‖ Its scales were the color of old pennies.
en | Please mind the gap between the train and the platform. ‖ Please mind the gap between the train and the platform.
en | The course takes six weeks, with two sessions a week. ‖ The course takes six weeks with two sessions a week.
en | In module 3, we'll look at data types. ‖ In module three, we'll look at data types.
en | A variable is like a labelled box. ‖ A variable is like a labeled box.
en | Don't panic if it doesn't work right away. ‖ Don't panic if it doesn't work right away.
en | The castle was built in the 12th century by Robert de Vaux. ‖ The castle was built in the twelfth century by Robert de Vaux.
en | To your left is the Great Hall. ‖ To your left is the Great Hall.
en | Its roof burned down twice: in 1312, and again in 1541. ‖ Its roof burned down twice, in 1312 and again in 1541.
en | Okay. Deep breath. You can do this. ‖ OK, deep breath, you can do this.
en | Who on earth would ring at 3 a.m.? ‖ Who on earth would ring at three a.m.?
en | "Hello? … Hello? Is anyone there?" ‖ Hello? Hello? Is anyone there?
en | The line went dead. ‖ The line went dead.
en | All that remained was ash, and one green bottle. ‖ All that remained was ash and one green bottle.
en | Grandma used to say: measure twice, cut once. ‖ Grandma used to say, measure twice, cut once.
en | According to Kessler et al., the effect is small. ‖ According to Kessler et al, the effect is small.
en | Unemployment is at its lowest since the mid-1970s. ‖ Unemployment is at its lowest since the mid 1970s.
en | It's 28 degrees and sunny in Lisbon. ‖ It's 28 degrees and sunny in Lisbon.
en | The prime minister flew to Brussels this morning. ‖ The Prime Minister flew to Brussels this morning.
en | Eleven minutes of added time, and still no goal! ‖ 11 minutes of added time and still no goal.
en | What a save by Oduya! ‖ What a save by Oduya.
en | Buy two, get one free. ‖ Buy two, get one free.
en | She wore a red hat, a red scarf, and one red glove. ‖ She wore a red hat, a red scarf and one red glove.
en | We apologise for the inconvenience. ‖ We apologize for the inconvenience.
en | He speaks French, Wolof and a little Portuguese. ‖ He speaks French, Wolof and a little Portuguese.
en | Once upon a midnight dreary, while I pondered, weak and weary … ‖ Once upon a midnight dreary, while I pondered weak and weary.
en | The robot blinked. "Query: what is rain?" ‖ The robot blinked. Query, what is rain?
en | You'll need scissors, glue, and a sheet of A4 paper. ‖ You'll need scissors, glue and a sheet of A4 paper.
en | Fold it in half, then in half again. ‖ Fold it in half, then in half again.
en | My sister-in-law runs a half-marathon every year. ‖ My sister in law runs a half marathon every year.
en | Nobody's home. The lights are off. ‖ Nobody's home, the lights are off.
en | I have three brothers: Tom, Dick and Harry. ‖ I have 3 brothers, Tom, Dick and Harry.
en | And the award goes to … Marguerite Delacroix! ‖ And the award goes to Marguerite Delacroix.
en | The end. ‖ The end.
de | Der Brief kam an einem Freitag an. ‖ Der Brief kam an einem Freitag an.
de | »Setzen Sie sich«, sagte der Oberst. ‖ Setzen Sie sich, sagte der Oberst.
de | Herzlich willkommen, Frau Professor Yıldız. ‖ Herzlich willkommen, Frau Professor Yildiz.
de | Im Durchschnitt fielen 80 mm Regen. ‖ Im Durchschnitt fielen achtzig Millimeter Regen.
de | Die Burg stammt aus dem 12. Jahrhundert. ‖ Die Burg stammt aus dem zwölften Jahrhundert.
de | Das Schloss brannte 1541 nieder. ‖ Das Schloss brannte 1541 nieder.
de | Ach, komm schon! ‖ Ach komm schon.
de | Zweimal messen, einmal schneiden. ‖ Zwei Mal messen, ein Mal schneiden.
de | In Lissabon sind es 28 Grad. ‖ In Lissabon sind es 28 Grad.
fr | La lettre arriva un vendredi. ‖ La lettre arriva un vendredi.
fr | « Asseyez-vous », dit le colonel. ‖ Asseyez-vous, dit le colonel.
fr | Merci, c'est un plaisir d'être ici. ‖ Merci, c'est un plaisir d'être ici.
fr | Il est tombé 80 mm de pluie. ‖ Il est tombé quatre-vingts millimètres de pluie.
fr | Le château date du XIIe siècle. ‖ Le château date du douzième siècle.
fr | Il fait 28 degrés à Lisbonne. ‖ Il fait 28 degrés à Lisbonne.
fr | Allô ? Allô ? Y a quelqu'un ? ‖ Allô? Allô? Y a quelqu'un?
fr | Deux mesures valent mieux qu'une. ‖ Deux mesures valent mieux qu'une.
es | La carta llegó un viernes. ‖ La carta llegó un viernes.
es | —Siéntese —dijo el coronel. ‖ Siéntese, dijo el coronel.
es | Gracias, es un placer estar aquí. ‖ Gracias, es un placer estar aquí.
es | Cayeron 80 mm de lluvia. ‖ Cayeron ochenta milímetros de lluvia.
es | El castillo es del siglo XII. ‖ El castillo es del siglo doce.
es | En Lisboa hay 28 grados. ‖ En Lisboa hay 28 grados.
es | ¿Hola? ¿Hay alguien? ‖ ¿Hola, hay alguien?
it | La lettera arrivò di venerdì. ‖ La lettera arrivò di venerdì.
it | «Si sieda», disse il colonnello. ‖ Si sieda, disse il colonnello.
it | Sono caduti 80 mm di pioggia. ‖ Sono caduti ottanta millimetri di pioggia.
it | Il castello è del XII secolo. ‖ Il castello è del dodicesimo secolo.
it | Pronto? C'è qualcuno? ‖ Pronto, c'è qualcuno?
pt | A carta chegou numa sexta-feira. ‖ A carta chegou numa sexta-feira.
pt | — Sente-se — disse o coronel. ‖ Sente-se, disse o coronel.
pt | Caíram 80 mm de chuva. ‖ Caíram oitenta milímetros de chuva.
pt | O castelo é do século XII. ‖ O castelo é do século doze.
nl | De brief kwam op een vrijdag. ‖ De brief kwam op een vrijdag.
nl | 'Ga zitten,' zei de kolonel. ‖ Ga zitten, zei de kolonel.
nl | Er viel 80 mm regen. ‖ Er viel tachtig millimeter regen.
nl | Het kasteel is uit de 12e eeuw. ‖ Het kasteel is uit de twaalfde eeuw.
ru | Письмо пришло в пятницу. ‖ Письмо пришло в пятницу.
ru | — Садитесь, — сказал полковник. ‖ Садитесь, сказал полковник.
ru | Выпало 80 мм осадков. ‖ Выпало 80 миллиметров осадков.
ru | Замок построен в XII веке. ‖ Замок построен в 12 веке.
ru | Алло? Есть кто-нибудь? ‖ Алло, есть кто-нибудь?
zh | 信是星期五到的。 ‖ 信是星期五到的
zh | “请坐。”上校说。 ‖ 请坐上校说
zh | 平均降雨量为八十毫米。 ‖ 平均降雨量为80毫米
zh | 这座城堡建于十二世纪。 ‖ 这座城堡建于12世纪
zh | 喂？有人吗？ ‖ 喂有人吗
zh | 里斯本今天二十八度。 ‖ 里斯本今天28度
ja | 手紙は金曜日に届いた。 ‖ 手紙は金曜日に届いた
ja | 「お座りください」と大佐は言った。 ‖ お座り下さいと大佐は言った
ja | 平均降水量は八十ミリでした。 ‖ 平均降水量は80ミリでした
ja | もしもし？誰かいますか？ ‖ もしもし誰かいますか
ko | 편지는 금요일에 왔다. ‖ 편지는 금요일에 왔다
ko | "앉으세요." 대령이 말했다. ‖ 앉으세요 대령이 말했다
ko | 평균 강수량은 80밀리미터였다. ‖ 평균 강수량은 팔십 밀리미터였다
ko | 여보세요? 누구 있어요? ‖ 여보세요 누구 있어요
en | Gulls wheeled above the harbour, crying like hungry children. ‖ Gulls wheeled above the harbor, crying like hungry children.
en | "It's not much," he admitted, "but it's home." ‖ It's not much, he admitted, but it's home.
en | I counted forty-one lanterns before I lost track. ‖ I counted 41 lanterns before I lost track.
en | Turn left at the lights, then take the second exit. ‖ Turn left at the lights, then take the second exit.
en | In 400 metres, you have reached your destination. ‖ In 400 meters, you have reached your destination.
en | Let's hear from our first caller. Beth, you're on the air. ‖ Let's hear from our first caller. Beth, you're on the air.
en | Hi, um, long-time listener, first-time caller. ‖ Hi, long time listener, first time caller.
en | That's a great question, Beth. ‖ That's a great question, Beth.
en | It all began on the night of the 31st. ‖ It all began on the night of the 31st.
en | There was blood on the banister, and a single pearl. ‖ There was blood on the bannister and a single pearl.
en | Inspector Lacroix lit his pipe. "Curious," he murmured. ‖ Inspector Lacroix lit his pipe. Curious, he murmured.
en | Your subscription renews on 1 January unless you cancel. ‖ Your subscription renews on January 1 unless you cancel.
en | Save up to 70% on selected items this weekend only! ‖ Save up to 70% on selected items this weekend only.
en | From the makers of Starfall comes a new adventure. ‖ From the makers of Starfall comes a new adventure.
en | They thought it was over. They were wrong. ‖ They thought it was over. They were wrong.
en | This summer, nothing stays buried. ‖ This summer, nothing stays buried.
en | Rated PG-13. Now in theaters. ‖ Rated PG-13, now in theatres.
en | The heart beats around 100,000 times a day. ‖ The heart beats around 100,000 times a day.
en | An adult elephant eats as much as 150 kg of plants daily. ‖ An adult elephant eats as much as 150 kilograms of plants daily.
en | In physics, power is work divided by time: P = W/t. ‖ In physics, power is work divided by time, P equals W over t.
en | The minutes crawled by. Nobody moved. ‖ The minutes crawled by, nobody moved.
en | If you can dream it, you can do it. ‖ If you can dream it, you can do it.
en | He was, in a word, insufferable. ‖ He was, in a word, insufferable.
en | Ms. Tran teaches third-grade maths at P.S. 118. ‖ Ms. Tran teaches third grade maths at PS 118.
en | "Run!" yelled Kit, and we ran. ‖ Run, yelled Kit, and we ran.
en | My dearest Eleanor, it has been three weeks since your last letter.
  ‖ My dearest Eleanor, it has been three weeks since your last letter.
en | Yours ever, Thomas. ‖ Yours ever, Thomas.
en | Good morning, Vietnam! ‖ Good morning, Vietnam.
en | The café on the corner closes at ten. ‖ The cafe on the corner closes at 10.
en | Whose turn is it to do the washing-up? ‖ Whose turn is it to do the washing up?
en | A flock of starlings rose as one and turned. ‖ A flock of starlings rose as one and turned.
en | Nobody, and I mean nobody, touches my guitar. ‖ Nobody, and I mean nobody, touches my guitar.
en | Level 3 complete! You've earned 250 coins. ‖ Level three complete. You've earned 250 coins.
en | Warning: low oxygen. Return to base. ‖ Warning, low oxygen, return to base.
en | The old king had ruled for fifty years and a day. ‖ The old king had ruled for 50 years and a day.
en | Step 1: unplug the device. Step 2: wait ten seconds. ‖ Step one, unplug the device. Step two, wait 10 seconds.
en | Don't forget to like and subscribe. ‖ Don't forget to like and subscribe.
en | That, my friends, is how you make a soufflé. ‖ That, my friends, is how you make a souffle.
en | We'd been driving since dawn when the engine gave out. ‖ We'd been driving since dawn when the engine gave out.
en | "Well?" she demanded. "Well what?" ‖ Well? she demanded. Well, what?
en | The library has over 90,000 volumes, some dating to the 1400s. ‖ The library has over 90,000 volumes, some dating to the 1400s.
en | Keep calm and carry on. ‖ Keep calm and carry on.
en | I've got a bad feeling about this … ‖ I've got a bad feeling about this.
en | You have one new message. ‖ You have one new message.
en | Rosa laughed until the tears ran down her face. ‖ Rosa laughed until the tears ran down her face.
en | This is Radio Meridian, 98.6 FM. ‖ This is Radio Meridian 98.6 FM.
en | The vote was 52 to 48. ‖ The vote was fifty-two to forty-eight.
en | No, thank you, I've already eaten. ‖ No thank you, I've already eaten.
en | All the king's horses and all the king's men … ‖ All the king's horses and all the king's men.
en | That's all for today. Sleep well. ‖ That's all for today, sleep well.
de | Möwen kreisten über dem Hafen und schrien. ‖ Möwen kreisten über dem Hafen und schrieen.
de | Biegen Sie in 400 Metern links ab. ‖ Biegen Sie in vierhundert Metern links ab.
de | Ihr Abo verlängert sich am 1. Januar. ‖ Ihr Abo verlängert sich am ersten Januar.
de | Diesen Sommer bleibt nichts verborgen. ‖ Diesen Sommer bleibt nichts verborgen.
de | Das Herz schlägt rund 100.000 Mal am Tag. ‖ Das Herz schlägt rund hunderttausendmal am Tag.
de | Schritt 1: Stecker ziehen. ‖ Schritt eins, Stecker ziehen.
de | Er war, kurz gesagt, unerträglich. ‖ Er war kurz gesagt unerträglich.
de | Lauf!, schrie Kit, und wir liefen. ‖ Lauf, schrie Kit und wir liefen.
fr | Des mouettes tournaient au-dessus du port. ‖ Des mouettes tournaient au dessus du port.
fr | Dans 400 mètres, tournez à gauche. ‖ Dans quatre cents mètres, tournez à gauche.
fr | Votre abonnement se renouvelle le 1er janvier. ‖ Votre abonnement se renouvelle le premier janvier.
fr | Cet été, rien ne reste enfoui. ‖ Cet été, rien ne reste enfoui.
fr | Le cœur bat environ 100 000 fois par jour. ‖ Le cœur bat environ cent mille fois par jour.
fr | Étape 1 : débranchez l'appareil. ‖ Étape un, débranchez l'appareil.
fr | « Cours ! » cria Kit, et nous courûmes. ‖ Cours, cria Kit, et nous courûmes.
es | Las gaviotas volaban sobre el puerto. ‖ Las gaviotas volaban sobre el puerto.
es | En 400 metros, gire a la izquierda. ‖ En cuatrocientos metros, gire a la izquierda.
es | Su suscripción se renueva el 1 de enero. ‖ Su suscripción se renueva el uno de enero.
es | El corazón late unas 100.000 veces al día. ‖ El corazón late unas cien mil veces al día.
es | Paso 1: desenchufe el aparato. ‖ Paso uno, desenchufe el aparato.
es | ¡Corre! —gritó Kit. ‖ Corre, gritó Kit.
it | I gabbiani volavano sopra il porto. ‖ I gabbiani volavano sopra il porto.
it | Tra 400 metri, svoltate a sinistra. ‖ Tra quattrocento metri svoltate a sinistra.
it | L'abbonamento si rinnova il 1º gennaio. ‖ L'abbonamento si rinnova il primo gennaio.
it | Passo 1: staccate la spina. ‖ Passo uno, staccate la spina.
pt | As gaivotas voavam sobre o porto. ‖ As gaivotas voavam sobre o porto.
pt | Em 400 metros, vire à esquerda. ‖ Em quatrocentos metros, vire à esquerda.
pt | Passo 1: desligue o aparelho. ‖ Passo um, desligue o aparelho.
nl | Meeuwen cirkelden boven de haven. ‖ Meeuwen cirkelden boven de haven.
nl | Sla over 400 meter linksaf. ‖ Sla over vierhonderd meter linksaf.
nl | Stap 1: trek de stekker eruit. ‖ Stap één, trek de stekker eruit.
ru | Чайки кружили над гаванью. ‖ Чайки кружили над гаванью.
ru | Через 400 метров поверните налево. ‖ Через четыреста метров поверните налево.
ru | Шаг 1: отключите прибор. ‖ Шаг первый. Отключите прибор.
zh | 海鸥在港口上空盘旋。 ‖ 海鸥在港口上空盘旋
zh | 前方四百米左转。 ‖ 前方400米左转
zh | 心脏每天跳动约十万次。 ‖ 心脏每天跳动约10万次
zh | 第一步：拔掉电源。 ‖ 第一步拔掉电源
ja | カモメが港の上を飛んでいた。 ‖ かもめが港の上を飛んでいた
ja | 四百メートル先を左折です。 ‖ 400メートル先を左折です
ja | 心臓は一日に約十万回動きます。 ‖ 心臓は1日に約10万回動きます
ko | 갈매기가 항구 위를 맴돌았다. ‖ 갈매기가 항구 위를 맴돌았다
ko | 400미터 앞에서 좌회전하세요. ‖ 사백 미터 앞에서 좌회전하세요
ko | 심장은 하루에 약 십만 번 뜁니다. ‖ 심장은 하루에 약 10만 번 뜁니다
`

function linesOf(list: string): SaidRight[] {
  return list.trim().replaceAll('\n  ‖', ' ‖').split('\n').map((line) => {
    const [language = '', pair = ''] = line.split(' | ')
    const [text = '', heard = ''] = pair.split(' ‖ ')
    return { language, text, heard, aliases: [] }
  })
}

export const mendedAfter = linesOf(first + second.trimStart() + third.trimStart())
export const triedOnce = linesOf(last)
