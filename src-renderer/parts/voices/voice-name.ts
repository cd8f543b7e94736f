/** How the name that a model gives to a voice is shown: `Uncle_Fu` as Uncle Fu. Requests and searches keep it as it is. */
export const voiceName = (voice: string | null | undefined): string => voice?.replaceAll('_', ' ') ?? ''
