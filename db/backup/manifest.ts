import { z } from 'zod'

export const manifestName = 'manifest.json'
/** Its SHA-256 in hexadecimal, the last member. */
export const manifestSumName = 'manifest.sha256'

const member = z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string().length(64) })

const manifest = z.object({
  format: z.literal(1),
  /** Random, in hexadecimal: one restore of it counts once. */
  id: z.string().length(32),
  /** As the database has it; what was changed later is not in it. */
  snapshotAt: z.coerce.date(),
  app: z.string(),
  server: z.string(),
  /** The newest migration. */
  level: z.string(),
  epoch: z.string(),
  /** Where the server's binary log stood; null where it has none or does not say. */
  binlog: z.object({ file: z.string(), position: z.number().int() }).nullable(),
  /** Why `binlog` is null where the server writes one. */
  binlogFault: z.string().optional(),
  database: z.string(),
  isEncrypted: z.boolean(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Next id of the table; null without ids. */
      nextId: z.number().int().nullable(),
    }),
  ),
  /** Totals in centavos and counts, by name. */
  sums: z.record(z.string(), z.string()),
  members: z.array(member),
  /** Files that rows name and that were not there. */
  missingFiles: z.array(z.string()),
})

export type Manifest = z.output<typeof manifest>
export type Member = z.output<typeof member>
export type TableFacts = Manifest['tables'][number]

/** Undefined for what is no manifest, or one of a later format. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
