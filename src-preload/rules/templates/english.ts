/** The templates of new projects in English. */
import type { TemplateId } from '#contract/projects.ts'
import type { ProjectTemplate } from './template.ts'
import { hd, say, scene, shown, template, unspoken } from './template.ts'

export const english: Readonly<Record<TemplateId, ProjectTemplate>> = {
  podcast: template({ title: 'Small Hours', presetId: 'podcast-mp3' }, [
    scene('Cold open'),
    say('Tom', 'I opened the letter eleven years late. It was addressed to me.', 'quietly'),
    unspoken('effect', 'Theme music, five seconds, then low under the voice'),
    scene('Welcome'),
    say('June', 'Welcome to Small Hours, the show about things people only tell you after midnight. I’m June Adeyemi.', 'warm, close to the microphone'),
    say('June', 'My guest tonight delivered the mail on one street for thirty years. Tom Barlow, hello.'),
    say('Tom', 'Hello, June. Thanks for staying up.'),
    scene('The letter'),
    say('June', 'What does a postman know about a street that the neighbours don’t?'),
    say('Tom', 'Who’s waiting. You can tell by the curtains.', 'amused'),
    say('June', 'And then one day the letter was for you.'),
    say('Tom', 'It had slipped behind a shelf in the sorting office. I knew the handwriting before I knew the name.', 'slowly'),
    scene('Goodbye'),
    say('June', 'Tom’s photographs of the street are in the show notes. If you liked this episode, tell one person about it.'),
    say('June', 'We’re back on Thursday. Sleep well.'),
  ]),

  audiobook: template({ title: 'The Last Ferry', presetId: 'audiobook-m4b' }, [
    scene('Chapter One: The Last Ferry'),
    say('Narrator', 'The last ferry to Skerra left at ten past six, and at nine minutes past six Ines Holm was still in the queue for coffee.'),
    say('Narrator', 'She heard the horn. Everyone in the little café heard it, and everyone except Ines looked at the clock.'),
    say('Ines', 'That isn’t mine, is it?', 'to nobody in particular'),
    say('Narrator', 'The man behind the counter put the lid on her cup and took his time about it.'),
    say('Barista', 'That depends. Are you in a hurry to get there?'),
    say('Ines', 'I was. This morning.'),
    say('Narrator', 'Outside, the ramp came up with a long iron groan. Between the pier and the boat there was a yard of grey water, then two, then more than anyone could jump.'),
    say('Barista', 'Next one’s at eight tomorrow. There’s a room upstairs, if you don’t mind the gulls.'),
    say('Narrator', 'Ines counted the money in her purse without opening it. She had always been good at that.'),
    scene('Chapter Two: The Room Upstairs'),
    say('Narrator', 'The gulls began at four.'),
  ]),

  explainer: template({
    ...{ title: 'Why is the sky blue?', presetId: 'landscape-1080', size: hd },
    style: 'Flat illustration, soft grain, deep blue and warm yellow, no lettering',
  }, [
    shown(
      'A child on a hill looks up at a huge clear sky, seen from behind',
      'Slow tilt up into the sky',
      say('Narrator', 'You have looked at it every day of your life. But why is the sky blue?', 'curious'),
    ),
    shown(
      'A beam of white sunlight splits into bands of colour in the dark of space',
      'The bands fan out slowly',
      say('Narrator', 'Sunlight looks white, but it is a mix of every colour. Each of them travels as a wave. Red waves are long, blue ones are short.'),
    ),
    shown(
      'Tiny round molecules of air scatter blue dots in all directions, red lines pass straight through',
      'The blue dots drift outwards',
      say('Narrator', 'On their way to you, they meet the air. The long waves pass through. The short ones bounce off in every direction.'),
    ),
    say('Narrator', 'So blue light reaches your eyes from everywhere at once. That is the blue you see.'),
    shown(
      'A sunset over the sea, the light crosses a thick layer of air',
      'The sun sinks slowly',
      say('Narrator', 'In the evening, the light crosses much more air. The blue is scattered away before it arrives, and what is left is red.'),
    ),
    say('Narrator', 'Same sun, same air. Only the distance has changed.', 'smiling'),
  ]),

  trailer: template({
    ...{ title: 'Salt Road', presetId: 'landscape-1080', size: hd },
    style: 'Cinematic still, anamorphic, cold sea light, fine film grain',
  }, [
    shown(
      'A lighthouse at night in heavy rain, its lamp dark',
      'Slow push in through the rain',
      say('Narrator', 'For thirty years, the light on Skerra has never failed.', 'low, slow'),
    ),
    unspoken('effect', 'A switch. Silence'),
    say('Narrator', 'Until tonight.'),
    shown(
      'A woman in a soaked coat at a kitchen table, a radio in pieces before her',
      'Handheld, almost still',
      say('Mara', 'Somebody is out there. They’re answering us.', 'out of breath'),
    ),
    say('Elias', 'Mara, nobody has answered in thirty years.'),
    shown(
      'A line of lanterns on a causeway that the tide is covering',
      'Crane up to show the sea',
      say('Mara', 'Then who is walking on the road?'),
    ),
    unspoken('effect', 'One deep hit. Music begins'),
    say('Radio', 'All stations, all stations. This is the Salt Road light. We have you on the rocks.', 'through static'),
    shown(
      'The lamp of the lighthouse turns on, blinding, seen from the water',
      'The beam sweeps over the lens',
      say('Elias', 'Mara… we are the Salt Road light.', 'whispering'),
    ),
    say('Narrator', 'Salt Road. This winter.'),
  ]),

  dialogue: template({ title: 'Platform Four', presetId: 'audio-mp3' }, [
    scene('A railway platform, early morning'),
    unspoken('effect', 'Wind, a distant announcement that nobody can understand'),
    say('Nora', 'Is this seat taken?'),
    say('Ben', 'Only by my bad mood. Please.', 'dry'),
    unspoken('direction', 'She sits down. A pause.'),
    say('Nora', 'You missed it, too?'),
    say('Ben', 'I watched it leave. I was standing right here, and I watched it leave.'),
    say('Nora', 'Why didn’t you get on?'),
    say('Ben', 'My daughter’s wedding is at the other end. I haven’t been asked to speak. I’ve written a speech.', 'after a moment'),
    say('Nora', 'Read it to me.'),
    say('Ben', 'Here?'),
    say('Nora', 'The next train is in forty minutes. I’m a very good audience.', 'smiling'),
    unspoken('effect', 'Paper unfolds'),
    say('Ben', '“Dear Lena. When you were six, you told me that trains are only houses that couldn’t decide.”', 'reads, his voice not quite steady'),
    say('Nora', 'Oh, you have to catch the next one.'),
  ]),
}
