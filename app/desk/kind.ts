import type { Term } from '#app/domain/backoffice/term.ts'
import type {
  Moment,
  Waiting,
  WaitingRecords,
} from '#app/models/backoffice/waiting-work/waiting-work.server.ts'

/** The entry of the menu that counts the records of a kind. */
export type MenuSection = 'orders' | 'shipments' | 'payments'

export const healths = ['backup', 'mails', 'background', 'bank'] as const
export type Health = (typeof healths)[number]

export type Act = { href: string; label: string }
/** A row of the page Hoje. */
export type Shown = { text: string; act: Act }

/** One kind of work that waits for a person: the page Hoje, the menu, and the mail to staff derive from it. */
export type Kind = {
  name: string
  /** The waiting records; null where the shop has no such work. All kinds are counted in one statement. */
  records(moment: Moment): WaitingRecords | null
  /** Called while records wait. */
  show(waiting: Waiting, moment: Moment): Shown | Promise<Shown>
  /** 'first': the law, a promise or a fault presses; 'queue': the usual work; 'late': first once the term is over */
  order: 'first' | 'queue' | 'late'
  /** what the law or the shop gives; its end is shown, also for `order: 'late'` */
  term?: Term
  /** false where `since` is no beginning of a wait */
  hasAge?: false
  section?: MenuSection
  /** the line of the page that says that all is well while nothing waits */
  health?: Health
  by: 'staff' | 'administrators'
  /** The staff mailbox gets a mail about a record that has waited this long; null: about none. */
  mailAfterHours: number | null
  /** words of customer texts that this work keeps */
  promises: readonly string[]
}

/** Same words for one and many, with the count before them. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`
}

/** Links the record that has waited longest, by its own page. */
export function openOldest({ count, id }: Waiting, path: (id: number) => string, what: string): Act {
  const oldest = what.startsWith('a ') ? 'a mais antiga' : 'o mais antigo'
  return { href: path(id), label: `Ver ${count === 1 ? what : oldest}` }
}
