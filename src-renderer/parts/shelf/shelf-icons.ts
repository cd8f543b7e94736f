/** The sign of each kind of the shelf. */
import type { Component } from 'vue'
import type { ShelfKind } from '#contract/shelf.ts'
import { Dices, Palette, TextQuote, UserRound } from '@lucide/vue'

export const shelfIcons: Readonly<Record<ShelfKind, Component>> = {
  prompt: TextQuote,
  look: Palette,
  character: UserRound,
  wildcard: Dices,
}
