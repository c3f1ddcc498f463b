import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importKinds } from '#app/domain/backoffice/import-kind.ts'
import { makeApiSource } from '#app/import/api-source.server.ts'
import { makeFileSource } from '#app/import/file-source.server.ts'
import { applyImport, checkImport } from '#app/import/import.server.ts'
import { inviteImported } from '#app/import/invite.server.ts'
import { type ImportSource, SourceError } from '#app/import/kinds.ts'
import { log } from '#app/log.server.ts'
import { countRecords, findImport, listRecords } from '#app/models/backoffice/import/imports.server.ts'
import { type Comparison, hasSameTotals } from '#app/models/backoffice/import/totals.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { formatReais } from '#app/text/platform/format.ts'

const usage = 'IMPORT_TOKEN=… npm run import -- --from URL|FOLDER [--apply] [--mail-links]'

/** Validates another system's data; --apply also imports them, and a second run continues the first. */
try {
  const { from, apply, 'mail-links': mailLinks } = readOptions()
  const source = openSource(from)
  const id = await checkImport(source, { isApplied: apply, onProgress: makeCounter('read') })
  if (apply) await applyImport(id, source, makeCounter('written'))
  await printProblems(id)
  await printCounts(id)
  if (mailLinks) console.log(`links mailed: ${await inviteImported(id)}`)
} catch (error) {
  if (error instanceof SourceError) console.error(error.message)
  else log.fatal({ err: error }, 'import ended')
  process.exitCode = 1
} finally {
  await db.destroy()
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        apply: { type: 'boolean', default: false },
        'mail-links': { type: 'boolean', default: false },
      },
    })
    if (values.from) return { ...values, from: values.from }
  } catch {
    // Invalid arguments end in the usage below.
  }
  throw new SourceError(usage)
}

function openSource(from: string): ImportSource {
  if (!/^https?:\/\//.test(from)) {
    if (!existsSync(from)) throw new SourceError(`no such folder: ${from}`)
    return makeFileSource(from)
  }
  const token = process.env.IMPORT_TOKEN
  if (!token) throw new SourceError(usage)
  return makeApiSource({ address: from, token })
}

function makeCounter(verb: string) {
  return (kind: string, count: number) => console.log(`${kind}: ${count} ${verb}`)
}

/** Prints all incomplete or missing records with reasons, and files that the source lacks. */
async function printProblems(id: number): Promise<void> {
  let lastReadId = 0
  for (;;) {
    const rows = await listRecords(id, 'problems', { after: lastReadId, limit: 500 })
    for (const { kind, legacyId, place, state, problems } of rows) {
      const reasons = Object.entries(problems).map(([field, texts]) => `${field}: ${texts.join('; ')}`)
      console.log(`${state} ${kind} ${legacyId ?? '?'} (${place}): ${reasons.join('. ')}`)
    }
    const lastRecord = rows.at(-1)
    if (!lastRecord) return
    lastReadId = lastRecord.id
  }
}

async function printCounts(id: number): Promise<void> {
  const counts = await countRecords(id)
  for (const kind of importKinds) {
    const kindCounts = counts
      .filter((recordCount) => recordCount.kind === kind)
      .map(({ state, count }) => `${count} ${state}`)
    if (kindCounts.length > 0) console.log(`${kind}: ${kindCounts.join(', ')}`)
  }
  const comparison = (await findImport(id))?.comparison
  for (const difference of comparison ?? [])
    if (!hasSameTotals(difference)) console.log(`differs: ${formatDifference(difference)}`)
  if (comparison?.every(hasSameTotals)) console.log('the source and the shop have the same totals')
}

function formatDifference({ kind, status, source, here }: Comparison): string {
  const formatTotals = ({ count, sum }: Comparison['here']) =>
    sum === null ? String(count) : `${count} (${formatReais(sum)})`
  return `${kind}${status === null ? '' : ` of status ${status}`}: ${formatTotals(source)} there, ${formatTotals(here)} here`
}
