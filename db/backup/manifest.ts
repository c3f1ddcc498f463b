import { z } from 'zod'

export const manifestName = 'manifest.json'
/** The name of the last member, which contains the manifest's SHA-256 in hexadecimal. */
export const manifestSumName = 'manifest.sha256'

const member = z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string().length(64) })

const manifest = z.object({
  format: z.literal(1),
  /** random, in hexadecimal; identifies a restore that is finished a second time */
  id: z.string().length(32),
  /** by the database's clock; later changes are missing */
  snapshotAt: z.coerce.date(),
  app: z.string(),
  server: z.string(),
  /** the newest migration */
  level: z.string(),
  epoch: z.string(),
  /** position in the binary log; null without a log or if the position is unknown */
  binlog: z.object({ file: z.string(), position: z.number().int() }).nullable(),
  /** why `binlog` is null although the server writes a log */
  binlogFault: z.string().optional(),
  database: z.string(),
  isEncrypted: z.boolean(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** null for a table without ids */
      nextId: z.number().int().nullable(),
    }),
  ),
  /** counts, and totals in centavos */
  sums: z.record(z.string(), z.string()),
  members: z.array(member),
  /** files in rows that did not exist */
  missingFiles: z.array(z.string()),
})

export type Manifest = z.output<typeof manifest>
export type Member = z.output<typeof member>
export type TableData = Manifest['tables'][number]

/** Parses a manifest. Returns undefined for other text and for a later format. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
