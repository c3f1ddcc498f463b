/** A screen of the back-office that reads from growing tables, and how it is read. */
export type PlannedRead = { name: string; read: () => Promise<unknown> }
