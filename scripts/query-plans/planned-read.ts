export type PlannedRead = { name: string; read: () => Promise<unknown> }
