import { z } from 'zod'

export const manifestName = 'manifest.json'
/** Name of the last member, which contains the manifest's SHA-256 in hexadecimal. */
export const manifestSumName = 'manifest.sha256'

const member = z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string().length(64) })

const manifest = z.object({
  format: z.literal(1),
  /** random, in hexadecimal; finishing a restore twice counts it once */
  id: z.string().length(32),
  /** by the database's clock; the archive has no later changes */
  snapshotAt: z.coerce.date(),
  app: z.string(),
  server: z.string(),
  /** newest migration */
  level: z.string(),
  epoch: z.string(),
  /** position in the server's binary log; null without a log or when it is unknown */
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
      /** null without ids */
      nextId: z.number().int().nullable(),
    }),
  ),
  /** counts, and totals in centavos */
  sums: z.record(z.string(), z.string()),
  members: z.array(member),
  /** files that rows name but that did not exist */
  missingFiles: z.array(z.string()),
})

export type Manifest = z.output<typeof manifest>
export type Member = z.output<typeof member>
export type TableFacts = Manifest['tables'][number]

/** Returns undefined for text that is not a manifest or has a later format. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
