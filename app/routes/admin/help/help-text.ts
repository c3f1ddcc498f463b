import type { HelpTopic } from '#app/text/backoffice/help-topics.ts'

/** A page of the manual; `section` is the part of the menu where it belongs. */
export type HelpText = {
  title: string
  section: HelpSection
  /** purpose of the screen, in one or two sentences */
  purpose: string
  /** address of the described screen; undefined for pages of a single record */
  screen?: string
  tasks: readonly { title: string; steps: readonly string[] }[]
  problems: readonly { when: string; act: string }[]
  /** alternative text of the screen's picture, which `npm run pictures` creates */
  picture?: string
  /** address of the list whose first record the picture shows, if it is not `screen` */
  pictureListPath?: string
  keys?: readonly { key: string; action: string }[]
  seeAlso?: readonly HelpTopic[]
}

export const helpSections = [
  'Começar',
  'Pedidos',
  'Expedições',
  'Publicações',
  'Pessoas',
  'Dinheiro',
  'Relatórios e preços',
  'Loja e sistema',
] as const
export type HelpSection = (typeof helpSections)[number]
