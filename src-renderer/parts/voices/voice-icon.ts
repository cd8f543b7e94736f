/** The sign of voices and of what they speak, everywhere. A microphone is for recording alone. */
export { Speech as VoiceIcon } from '@lucide/vue'
