import type { HelpTopic } from '#app/text/backoffice/help-topics.ts'

/** A page of the manual; `section` is its part of the menu. */
export type HelpText = {
  title: string
  section: HelpSection
  /** purpose of the screen, in one or two sentences */
  purpose: string
  /** address of the screen; omitted for pages of a single record */
  screen?: string
  tasks: readonly { title: string; steps: readonly string[] }[]
  problems: readonly { when: string; act: string }[]
  /** alternative text of the picture of the screen, made by `npm run pictures` */
  picture?: string
  /** the list whose first record the picture shows instead */
  picturedIn?: string
  keys?: readonly { key: string; does: string }[]
  see?: readonly HelpTopic[]
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
