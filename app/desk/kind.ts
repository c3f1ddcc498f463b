import type { Term } from '#app/domain/backoffice/term.ts'
import type {
  QueryTime,
  Waiting,
  WaitingRecords,
} from '#app/models/backoffice/waiting-work/waiting-work.server.ts'

/** The menu entry that counts the records of a kind. */
export type MenuSection = 'orders' | 'shipments' | 'payments'

export const healths = ['backup', 'mails', 'background', 'bank'] as const
export type Health = (typeof healths)[number]

export type DeskAction = { href: string; label: string }
/** The row of a kind on the page Hoje. */
export type DeskEntry = { text: string; act: DeskAction }

/** A kind of work that waits for a person. The page Hoje, the menu and the mail to staff use it. */
export type WorkKind = {
  name: string
  /** Returns the waiting records; null if the shop has no such work. One statement counts all kinds. */
  records(moment: QueryTime): WaitingRecords | null
  /** Returns the row. Called only while records wait. */
  show(waitingRecords: Waiting, moment: QueryTime): DeskEntry | Promise<DeskEntry>
  /** 'first': urgent by law, promise or fault; 'queue': usual work; 'late': first after the term */
  order: 'first' | 'queue' | 'late'
  /** the time that the law or the shop allows; the page shows its end, and `order` 'late' depends on it */
  term?: Term
  /** false if the `since` of the waiting records is not the start of their wait, so the page omits it */
  hasAge?: false
  section?: MenuSection
  /** the area that the page reports as healthy while no record of its kinds waits */
  health?: Health
  by: 'staff' | 'administrators'
  /** The staff mailbox gets a mail when a record has waited this long; null sends none. */
  mailAfterHours: number | null
  /** phrases in texts to customers that promise this work */
  deadlines: readonly string[]
}

/** Returns a count with its noun, in the singular or plural. */
export function formatPlural(count: number, singular: string, plural: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? singular : plural}`
}

/** Returns a link to the record that has waited longest. `noun` is 'o pedido' or 'a remessa', with its article. */
export function linkToOldest(
  { count, id }: Waiting,
  getPath: (id: number) => string,
  noun: string,
): DeskAction {
  const oldestOne = noun.startsWith('a ') ? 'a mais antiga' : 'o mais antigo'
  return { href: getPath(id), label: `Ver ${count === 1 ? noun : oldestOne}` }
}
