export type PlannedRead = { name: string; rowsRead: () => Promise<unknown> }
