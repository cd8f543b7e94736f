/** The help of the command line, in English. */
export const helpText = `Takeroom: audio and video made with a hosted generative-media service.

  takeroom                 opens Takeroom: as an app if Electron can run, otherwise in the browser
  takeroom serve           serves Takeroom to a browser and prints its address
  takeroom sample          makes the sample with the practice service (free, offline) and writes its video and captions
  takeroom deliver PROJECT renders a sequence to a file, without a screen
  takeroom check           compares the files of the studio folder with its library and reports problems
  takeroom backup FILE     writes the whole studio folder except its keys to one file, and verifies it; replaces an earlier backup
  takeroom restore FILE    restores a backup to a new studio folder; never overwrites the present one
  takeroom practice        runs the practice service: the service’s API on this computer, free and offline

  --folder DIR             start, serve, deliver, check, backup, restore: the studio folder (also TAKEROOM_FOLDER)
  --port N                 start, serve, practice: use this port; without it a studio folder has its own,
                           and another is taken while that one is not free
  --host electron|web      start: use this host only
  --no-open                start: print the address instead of opening a browser
  --confirm-host ADDRESS   start, serve: a restored studio folder may send to this service; may be repeated
  --repair                 check: repair what can be repaired; nothing is deleted
  --deep                   check: also read every file and compare it with its name
  --without-films          backup: leave out the delivered files
  --force                  backup: replace a file that is not a backup; deliver: see below
  --into DIR               restore: the new folder; by default beside the present one
  --out DIR                sample: where the video is written; by default ./takeroom-sample
  --host-address ADDRESS   serve: listen on this address instead of 127.0.0.1; requires
  --i-know-this-opens-the-studio-to-the-network; encrypted, with a certificate made here
  --tls-cert FILE, --tls-key FILE
                           serve: use this certificate and key (PEM) instead
  --help, --version

  takeroom deliver PROJECT --preset NAME --out FILE
                           PROJECT is a name or an id; FILE of an image sequence is a new folder
  takeroom deliver PROJECT --preset NAME --plan DIR
                           writes a folder from which other computers render the video: GNU Parallel, Slurm, or any sh
  takeroom deliver --list  lists projects, their sequences, and presets
  --sequence NAME          which sequence of the project, where there are several
  --captions burned|embedded|sidecar|none
                           by default what is usual for the preset
  --range FROM-TO          only this part, as seconds or h:mm:ss.s; by default from the sequence’s in to its out
  --frame TIME             the frame of a still; by default the first of the part
  --title, --artist, --album, --track N or N/M, --year, --comment TEXT
                           tags of a sound file; the title is the sequence’s name, the others are those that the preset keeps
  --cover FILE             the image that players show with a sound file; it is added to the library
  --sign, --no-sign        sign with Content Credentials, or do not; by default it is signed where a certificate is set up in
                           Settings and the kind of file can carry them. Its private key is read from the keychain
  --force                  replace a file that is there
  --json                   print the result as JSON
                           Ends with 0 when the file is whole, 1 when it is not, 2 for wrong arguments, 3 when another
                           Takeroom has the studio folder open, 130 when it was interrupted

  TAKEROOM_DELIVERIES      where deliveries are written
  TAKEROOM_API_KEY         an API key for automation; kept in memory only
  TAKEROOM_API_URL         the address of the service that key is for; it is sent to no other
  LC_ALL, LC_MESSAGES, LANG
                           the language of these messages, as for other commands: zh… is Chinese, all else English
`
