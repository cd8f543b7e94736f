/** Scripts as people write them, and the right reading of each. See `corpus.test.ts` for how a reading is written. */

export const corpus: readonly { readonly name: string, readonly source: string, readonly reading: readonly string[] }[] = [
  {
    name: 'names before a colon',
    source: 'ANNA: Hi.\nBEN: Ho.',
    reading: [
      'ANNA: Hi.',
      'BEN: Ho.',
    ],
  },
  {
    name: 'title-case names that come twice',
    source: 'Anna: Hi.\n\nBen: Ho.\n\nAnna: Still here?',
    reading: [
      'Anna: Hi.',
      'Ben: Ho.',
      'Anna: Still here?',
    ],
  },
  {
    name: 'one sentence with a colon in prose',
    source: 'It was late.\n\nRemember: nothing is lost.\n\nShe slept.',
    reading: [
      ': It was late.',
      '?: Remember: nothing is lost.',
      ': She slept.',
    ],
  },
  {
    name: 'remark between name and colon',
    source: 'ANNA (quietly): Hi.\nBEN ( over the radio ) : Ho.',
    reading: [
      'ANNA (quietly): Hi.',
      'BEN (over the radio): Ho.',
    ],
  },
  {
    name: 'two remarks',
    source: 'ANNA (O.S.) (quietly): Hi.\nBEN: (beat) Ho.',
    reading: [
      'ANNA (quietly): Hi.',
      'BEN (beat): Ho.',
    ],
  },
  {
    name: 'bold names, colon inside or outside',
    source: '**Anna:** Hi.\n\n**Ben**: Ho.\n\n__Cy:__ Hey.',
    reading: [
      'Anna: Hi.',
      'Ben: Ho.',
      'Cy: Hey.',
    ],
  },
  {
    name: 'bold name with a remark',
    source: '**Elias (gruff):** Late again.\n\n**Mara** (cold): The road is gone.',
    reading: [
      'Elias (gruff): Late again.',
      'Mara (cold): The road is gone.',
    ],
  },
  {
    name: 'bold names without a colon, above the words',
    source: '**ELIAS**\nLate again.\n\n**MARA**\n(cold)\nThe road is gone.',
    reading: [
      'ELIAS: Late again.',
      'MARA (cold): The road is gone.',
    ],
  },
  {
    name: 'italic names',
    source: '*Anna:* Hi.\n\n*Ben:* Ho.\n\n*Anna:* Well?',
    reading: [
      'Anna: Hi.',
      'Ben: Ho.',
      'Anna: Well?',
    ],
  },
  {
    name: 'a dash after the name',
    source: 'ELIAS — Late again.\n\nMARA — The road is gone.\n\nELIAS – All of it?',
    reading: [
      '?ELIAS: Late again.',
      '?MARA: The road is gone.',
      '?ELIAS: All of it?',
    ],
  },
  {
    name: 'a hyphen after a name that is known',
    source: 'ELIAS: Late again.\n\nElias - And the letter?',
    reading: [
      'ELIAS: Late again.',
      '?ELIAS: And the letter?',
    ],
  },
  {
    name: 'a dash in prose is no name',
    source: 'It was late — too late.\n\nThe lamp — old, cracked — went out.\n\nNobody came.',
    reading: [
      ': It was late — too late.',
      ': The lamp — old, cracked — went out.',
      ': Nobody came.',
    ],
  },
  {
    name: 'names in square brackets',
    source: '[ANNA] Hi.\n\n[BEN]: Ho.',
    reading: [
      'ANNA: Hi.',
      'BEN: Ho.',
    ],
  },
  {
    name: 'transcript with times before the names',
    source: '[00:00:03] ELIAS: Late again.\n[00:00:07] MARA: The road is gone.',
    reading: [
      'ELIAS: Late again.',
      'MARA: The road is gone.',
    ],
  },
  {
    name: 'transcript with bare times',
    source: '00:03 Elias: Late again.\n00:07 Mara: The road is gone.',
    reading: [
      'Elias: Late again.',
      'Mara: The road is gone.',
    ],
  },
  {
    name: 'transcript with name and time above the words',
    source: 'Elias Okafor  0:03\nLate again.\n\nMara Lind  0:07\nThe road is gone.\nHalf of it.',
    reading: [
      'Elias Okafor: Late again.',
      'Mara Lind: The road is gone. Half of it.',
    ],
  },
  {
    name: 'numbered speakers of a transcript',
    source: 'Speaker 1: Hello.\nSpeaker 2: Hi.\nSpeaker 1: Shall we?',
    reading: [
      'Speaker 1: Hello.',
      'Speaker 2: Hi.',
      'Speaker 1: Shall we?',
    ],
  },
  {
    name: 'numbered lines',
    source: '1. ELIAS: Late again.\n2. MARA: The road is gone.',
    reading: [
      'ELIAS: Late again.',
      'MARA: The road is gone.',
    ],
  },
  {
    name: 'lists with names',
    source: '- ELIAS: Late again.\n- MARA: The road is gone.',
    reading: [
      'ELIAS: Late again.',
      'MARA: The road is gone.',
    ],
  },
  {
    name: 'a name above its words with a colon',
    source: 'MARA:\n\tThe radio is not plugged in.\n\nELIAS:\nIt never was.',
    reading: [
      'MARA: The radio is not plugged in.',
      'ELIAS: It never was.',
    ],
  },
  {
    name: 'words that go on in the next row',
    source: 'ANNA: She had walked eleven miles\nin a borrowed coat.\nBEN: I know.',
    reading: [
      'ANNA: She had walked eleven miles in a borrowed coat.',
      'BEN: I know.',
    ],
  },
  {
    name: 'narration between the lines of a script',
    source: 'ANNA: Hi.\n\nThe door opens.\n\nBEN: Ho.',
    reading: [
      'ANNA: Hi.',
      ': The door opens.',
      'BEN: Ho.',
    ],
  },
  {
    name: 'a narrator is a person',
    source: 'Narrator: It rained.\n\nAnna: Hi.\n\nNarrator: And rained.',
    reading: [
      'Narrator: It rained.',
      'Anna: Hi.',
      'Narrator: And rained.',
    ],
  },
  {
    name: 'a stage play with a full stop after the name',
    source: [
      'ALGERNON. Did you hear what I was playing, Lane?',
      '',
      'LANE. I did not think it polite to listen, sir.',
      '',
      'ALGERNON. I am sorry for that.',
    ].join('\n'),
    reading: [
      '?ALGERNON: Did you hear what I was playing, Lane?',
      '?LANE: I did not think it polite to listen, sir.',
      '?ALGERNON: I am sorry for that.',
    ],
  },
  {
    name: 'No. is not a name',
    source: 'ANNA: Will you?\n\nNO. I will not. NO.\n\nNO. Never.',
    reading: [
      'ANNA: Will you?',
      ': NO. I will not. NO.',
      ': NO. Never.',
    ],
  },
  {
    name: 'tabs after the names, once with a third column',
    source: 'ANNA\tHi.\nBEN\tHo.\nANNA\tWell?\tx',
    reading: [
      'ANNA: Hi.',
      'BEN: Ho.',
      'ANNA: Well? x',
    ],
  },
  {
    name: 'Chinese names',
    source: '旁白：（轻声）清晨。\n老人：我们该出发了。\n旁白：走吧。',
    reading: [
      '旁白 (轻声): 清晨。',
      '老人: 我们该出发了。',
      '旁白: 走吧。',
    ],
  },
  {
    name: 'chapters in Chinese',
    source: '第三章 灯塔\n\n旁白：天黑了。\n老人：嗯。',
    reading: [
      '# 第三章 灯塔',
      '旁白: 天黑了。',
      '老人: 嗯。',
    ],
  },
  {
    name: 'addresses and times',
    source: 'See https://example.org: it is there.\n\n10:30 sharp.\n\nHTTPS://EXAMPLE.ORG too.',
    reading: [
      ': See https://example.org: it is there.',
      ': 10:30 sharp.',
      ': HTTPS://EXAMPLE.ORG too.',
    ],
  },
  {
    name: 'sound effects',
    source: 'ANNA: Hi.\n\n[SFX: thunder, distant]\n\nSFX: A door.\n\n(MUSIC: strings, low)\n\n♪ la la ♪\n\nBEN: Ho.',
    reading: [
      'ANNA: Hi.',
      '~ SFX: thunder, distant',
      '~ SFX: A door.',
      '~ MUSIC: strings, low',
      '~ ♪ la la ♪',
      'BEN: Ho.',
    ],
  },
  {
    name: 'an effect amid what is said',
    source: 'ANNA: Hi.\n[SFX: glass breaks]\nWho is there?\nBEN: Me.',
    reading: [
      'ANNA: Hi.',
      '~ SFX: glass breaks',
      'ANNA: Who is there?',
      'BEN: Me.',
    ],
  },
  {
    name: 'notes and comments',
    source: 'ANNA: Hi.\n\n[[Too slow?]]\n\nNOTE: record this last\n\n<!-- cut? -->\n\n// and this\n\nBEN: Ho. [[or Hey?]]',
    reading: [
      'ANNA: Hi.',
      '! Too slow?',
      '! NOTE: record this last',
      '! cut?',
      '! // and this',
      'BEN: Ho.',
    ],
  },
  {
    name: 'a comment over several rows',
    source: 'ANNA: Hi.\n\n/* All of this\n\nBEN: is gone. */\n\nBEN: Ho.',
    reading: [
      'ANNA: Hi.',
      '! All of this BEN: is gone.',
      'BEN: Ho.',
    ],
  },
  {
    name: 'a title page above names with colons',
    source: 'Title: The boat\nAuthor: Me\n\nANNA: Hi.\nBEN: Ho.',
    reading: [
      'x Title: The boat',
      'x Author: Me',
      'ANNA: Hi.',
      'BEN: Ho.',
    ],
  },
  {
    name: 'a title and who wrote it',
    source: 'THE SALT ROAD\nby M. Okafor\n\nANNA: Hi.\nBEN: Ho.',
    reading: [
      'x THE SALT ROAD',
      'x by M. Okafor',
      'ANNA: Hi.',
      'BEN: Ho.',
    ],
  },
  {
    name: 'page numbers',
    source: 'ANNA: Hi.\n\n- 12 -\n\nBEN: Ho.\n\nPage 13 of 40\n\nANNA: Well?',
    reading: [
      'ANNA: Hi.',
      'x - 12 -',
      'BEN: Ho.',
      'x Page 13 of 40',
      'ANNA: Well?',
    ],
  },
  {
    name: 'bare page numbers count up',
    source: 'ANNA: Hi.\n\n12.\n\nBEN: Ho.\n\n13.\n\nANNA: Well?',
    reading: [
      'ANNA: Hi.',
      'x 12.',
      'BEN: Ho.',
      'x 13.',
      'ANNA: Well?',
    ],
  },
  {
    name: 'a number that somebody says',
    source: 'ANNA: How many?\n\nBEN: 12\n\nANNA: So few?',
    reading: [
      'ANNA: How many?',
      'BEN: 12',
      'ANNA: So few?',
    ],
  },
  {
    name: 'chapters of a book',
    source: 'Chapter One: The Lamp\n\nIt was late.\n\nCHAPTER 2\n\nIt was later.\n\nEpilogue\n\nGone.',
    reading: [
      '# Chapter One: The Lamp',
      ': It was late.',
      '# CHAPTER 2',
      ': It was later.',
      '# Epilogue',
      ': Gone.',
    ],
  },
  {
    name: 'Markdown headings and emphasis',
    source: '## Act one\n\n**MARA:** I *never* did.\n\n*A door slams.*\n\n**IVO:** You did.',
    reading: [
      '# Act one',
      'MARA: I never did.',
      '- A door slams.',
      'IVO: You did.',
    ],
  },
  {
    name: 'emphasis in prose stays prose',
    source: '*It was late.*\n\nNobody came.',
    reading: [
      ': It was late.',
      ': Nobody came.',
    ],
  },
  {
    name: 'a remark that is a sentence is nobody’s',
    source: 'ANNA: Who is it?\n(A chair scrapes.)\nIs it you?\n\nBEN: Me.',
    reading: [
      'ANNA: Who is it?',
      '- A chair scrapes.',
      'ANNA: Is it you?',
      'BEN: Me.',
    ],
  },
  {
    name: 'brackets alone',
    source: 'ANNA: Hi.\n\n[laughs]\n\n(Silence.)\n\nBEN: Ho.',
    reading: [
      'ANNA: Hi.',
      '- laughs',
      '- Silence.',
      'BEN: Ho.',
    ],
  },
  {
    name: 'quoted prose in a script',
    source: [
      'MARA: Hi.',
      '',
      'ELIAS: Ho.',
      '',
      '"You could have told me," said Mara.',
      '',
      '“Never,” whispered Elias.',
      '',
      'Mara said quietly, “Go.”',
    ].join('\n'),
    reading: [
      'MARA: Hi.',
      'ELIAS: Ho.',
      '?MARA: You could have told me.',
      '?ELIAS (whispered): Never.',
      '?MARA (quietly): Go.',
    ],
  },
  {
    name: 'quoted prose in a novel is prose',
    source: '“You could have told me,” said Mara.\n\n“Never,” said Elias.',
    reading: [
      ': “You could have told me,” said Mara.',
      ': “Never,” said Elias.',
    ],
  },
  {
    name: 'a screenplay',
    source: 'INT. HOUSE - DAY\n\nAnna walks in.\n\nANNA\nWho is there?\n\nBEN\nMe.\n\nCUT TO:\n\nEXT. ROAD - NIGHT\n\nRain.',
    reading: [
      '# INT. HOUSE - DAY',
      '- Anna walks in.',
      '?ANNA: Who is there?',
      '?BEN: Me.',
      'x CUT TO:',
      '# EXT. ROAD - NIGHT',
      '- Rain.',
    ],
  },
  {
    name: 'cues with extensions',
    source: [
      'INT. HOUSE - DAY',
      '',
      'ANNA (V.O.)',
      'Hi.',
      '',
      'ANNA (CONT’D)',
      'Still me.',
      '',
      'BEN (whispering into a very long and old telephone)',
      'Ho.',
      '',
      'BEN (O.S.) (CONT\'D)',
      'Yes.',
    ].join('\n'),
    reading: [
      '# INT. HOUSE - DAY',
      'ANNA: Hi.',
      'ANNA: Still me.',
      'BEN (whispering into a very long and old telephone): Ho.',
      'BEN: Yes.',
    ],
  },
  {
    name: 'parentheticals, also over several rows',
    source: 'INT. HOUSE - DAY\n\nANNA\n(softly, as if\nto herself)\nWho is there?\n(beat)\nYou?\n\nANNA\nMe.',
    reading: [
      '# INT. HOUSE - DAY',
      'ANNA (softly, as if to herself): Who is there?',
      'ANNA (beat): You?',
      'ANNA: Me.',
    ],
  },
  {
    name: 'dual dialogue',
    source: 'INT. HOUSE - DAY\n\nANNA\nHi.\n\nBEN ^\nHo.\n\nANNA\nNo.\n\nBEN\nYes.',
    reading: [
      '# INT. HOUSE - DAY',
      'ANNA: Hi.',
      'BEN: Ho.',
      'ANNA: No.',
      'BEN: Yes.',
    ],
  },
  {
    name: 'names with numbers, nicknames and titles',
    source: [
      'INT. HOUSE - DAY',
      '',
      '2ND GUARD',
      'Halt!',
      '',
      'JOHN "JACK" SMITH',
      'Me?',
      '',
      'MR. O\'NEIL',
      'Him.',
      '',
      '2ND GUARD',
      'You.',
      '',
      'JOHN "JACK" SMITH',
      'Fine.',
      '',
      'MR. O\'NEIL',
      'Go.',
    ].join('\n'),
    reading: [
      '# INT. HOUSE - DAY',
      '2ND GUARD: Halt!',
      'JOHN "JACK" SMITH: Me?',
      'MR. O\'NEIL: Him.',
      '2ND GUARD: You.',
      'JOHN "JACK" SMITH: Fine.',
      'MR. O\'NEIL: Go.',
    ],
  },
  {
    name: 'rows of two spaces do not end a speech',
    source: 'INT. HOUSE - DAY\n\nANNA\nFirst.\n  \nThen.\n\nANNA\nDone.',
    reading: [
      '# INT. HOUSE - DAY',
      'ANNA: First. Then.',
      'ANNA: Done.',
    ],
  },
  {
    name: 'a speech over two pages',
    source: 'INT. HOUSE - DAY\n\nANNA\nIt was the\n\n(MORE)\n\n12.\n\nANNA (CONT\'D)\nend.\n\n13.\n\nShe leaves.',
    reading: [
      '# INT. HOUSE - DAY',
      'ANNA: It was the',
      'x (MORE)',
      'x 12.',
      'ANNA: end.',
      'x 13.',
      '- She leaves.',
    ],
  },
  {
    name: 'forced elements',
    source: '.THE MOON\n\n@McAvoy\nHi.\n\n!BANG\n\n@McAvoy\nHo.\n\n> FADE OUT.\n\n> THE END <',
    reading: [
      '# THE MOON',
      'McAvoy: Hi.',
      '- BANG',
      'McAvoy: Ho.',
      'x > FADE OUT.',
      'x > THE END <',
    ],
  },
  {
    name: 'lyrics are sung by who has the cue',
    source: 'INT. HOUSE - DAY\n\nANNA\n~Row, row,\n~row your boat.\n\nANNA\nTea?',
    reading: [
      '# INT. HOUSE - DAY',
      'ANNA: Row, row, row your boat.',
      'ANNA: Tea?',
    ],
  },
  {
    name: 'sections and synopses',
    source: '# Act one\n\n= They meet.\n\nINT. HOUSE - DAY\n\nANNA\nHi.\n\nANNA\nHo.',
    reading: [
      '# Act one',
      '! = They meet.',
      '# INT. HOUSE - DAY',
      'ANNA: Hi.',
      'ANNA: Ho.',
    ],
  },
  {
    name: 'scene numbers',
    source: '12 INT. HOUSE - DAY 12\n\nANNA\nHi.\n\n13 EXT. ROAD - NIGHT #13#\n\nANNA\nHo.',
    reading: [
      '# INT. HOUSE - DAY',
      'ANNA: Hi.',
      '# EXT. ROAD - NIGHT',
      'ANNA: Ho.',
    ],
  },
  {
    name: 'action in capitals is no name',
    source: 'INT. HOUSE - DAY\n\nA GUNSHOT!\n\nANNA\nHi.\n\nTHE DOOR SLAMS.\nSilence.\n\nANNA\nHo.',
    reading: [
      '# INT. HOUSE - DAY',
      '- A GUNSHOT!',
      'ANNA: Hi.',
      '- THE DOOR SLAMS. Silence.',
      'ANNA: Ho.',
    ],
  },
  {
    name: 'shouting is speech',
    source: 'INT. HOUSE - DAY\n\nANNA\nNO!\nGO AWAY\nNow.\n\nANNA\nPlease.',
    reading: [
      '# INT. HOUSE - DAY',
      'ANNA: NO! GO AWAY Now.',
      'ANNA: Please.',
    ],
  },
  {
    name: 'cues and colons in one scene',
    source: [
      'INT. HOUSE - DAY',
      '',
      'ELIAS',
      'Late again.',
      '',
      'MARA: The road is gone.',
      '',
      'ELIAS: Gone where?',
      '',
      'MARA (O.S.)',
      'Into the sea.',
    ].join('\n'),
    reading: [
      '# INT. HOUSE - DAY',
      'ELIAS: Late again.',
      'MARA: The road is gone.',
      'ELIAS: Gone where?',
      'MARA: Into the sea.',
    ],
  },
  {
    name: 'a colon name right after action',
    source: 'INT. HOUSE - DAY\n\nRain on the glass.\nELIAS: Late again.\n\nELIAS\nAgain.',
    reading: [
      '# INT. HOUSE - DAY',
      '- Rain on the glass.',
      'ELIAS: Late again.',
      'ELIAS: Again.',
    ],
  },
  {
    name: 'indentation of a print',
    source: [
      '                 ANNA',
      '          (whispering)',
      '     Who is there',
      '     in the dark?',
      '',
      '                 BEN',
      '     Me.',
      '',
    ].join('\n'),
    reading: [
      'ANNA (whispering): Who is there in the dark?',
      '?BEN: Me.',
    ],
  },
  {
    name: 'two loud rows make no screenplay of prose',
    source: 'STOP IT\nhe said.\n\nIt was late.\n\nNobody came.\n\nIt rained.\n\nIt poured.',
    reading: [
      ': STOP IT he said.',
      ': It was late.',
      ': Nobody came.',
      ': It rained.',
      ': It poured.',
    ],
  },
  {
    name: 'names in small letters above the words',
    source: 'Elias\nLate again.\n\nMara\nThe road is gone.\n\nElias\nAll of it?\n\nMara\nHalf.',
    reading: [
      'Elias: Late again.',
      'Mara: The road is gone.',
      'Elias: All of it?',
      'Mara: Half.',
    ],
  },
  {
    name: 'a quotation mark of Markdown is no transition',
    source: 'INT. HOUSE - DAY\n\n> A long pause. The radio crackles.\n\nANNA\nHi.\n\nANNA\nHo.',
    reading: [
      '# INT. HOUSE - DAY',
      '- A long pause. The radio crackles.',
      'ANNA: Hi.',
      'ANNA: Ho.',
    ],
  },
  {
    name: 'labels of a stage play',
    source: 'SETTING: A kitchen.\n\nAT RISE: ANNA sits.\n\nANNA: Hi.\nBEN: Ho.\n\nBLACKOUT.',
    reading: [
      '- SETTING: A kitchen.',
      '- AT RISE: ANNA sits.',
      'ANNA: Hi.',
      'BEN: Ho.',
      'x BLACKOUT.',
    ],
  },
  {
    name: 'German and French',
    source: 'ELSE (leise): Wer ist da?\n\nGERÄUSCH: Türklappen\n\nÉMILE : Moi !\n\nKapitel 2\n\nELSE: Gut.',
    reading: [
      'ELSE (leise): Wer ist da?',
      '~ GERÄUSCH: Türklappen',
      'ÉMILE: Moi !',
      '# Kapitel 2',
      'ELSE: Gut.',
    ],
  },
  {
    name: 'rows without blank rows or names',
    source: 'One.\nTwo.\nThree: not a name.',
    reading: [
      ': One.',
      ': Two.',
      '?: Three: not a name.',
    ],
  },
  {
    name: 'words over several rows of prose',
    source: 'It was late, and\nnobody came.\n\nIt rained.',
    reading: [
      ': It was late, and nobody came.',
      ': It rained.',
    ],
  },
  {
    name: 'few cues among much else: a remark or a place below or next to a name is enough',
    source: 'INT. LAB - NIGHT\n\nRain.\n\nA refrigerator hums.\n\nMARA\n(whispering)\nDid you lock it?\n\nELIAS (V.O.)\nI always do.\n\n'
      + 'NARRATOR: Nobody moved.\n\nIt is late.\n\nThe door opens.\n\nIt shuts.\n\n"Only me," said Mara.\n\nA pause.\n\nCUT TO:\n\nThe end.',
    reading: [
      '# INT. LAB - NIGHT',
      '- Rain.',
      '- A refrigerator hums.',
      'MARA (whispering): Did you lock it?',
      '?ELIAS: I always do.',
      'NARRATOR: Nobody moved.',
      '- It is late.',
      '- The door opens.',
      '- It shuts.',
      '?MARA: Only me.',
      '- A pause.',
      'x CUT TO:',
      '- The end.',
    ],
  },
]
