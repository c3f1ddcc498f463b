import type { HelpTopic } from '#app/text/backoffice/help-topics.ts'

/** One page of the manual. `section` is the part of the menu it belongs to. */
export type HelpText = {
  title: string
  section: HelpSection
  /** what the screen is for, in one or two sentences */
  purpose: string
  /** where it is; left out for pages that belong to one record */
  screen?: string
  tasks: readonly { title: string; steps: readonly string[] }[]
  problems: readonly { when: string; act: string }[]
  /** what the picture shows, for who does not see it; `npm run pictures` takes it of the screen */
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
