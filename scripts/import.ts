import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { apiSource } from '#app/import/api-source.server.ts'
import { applyRecords } from '#app/import/apply.server.ts'
import { checkRecords } from '#app/import/check.server.ts'
import { fileSource } from '#app/import/file-source.server.ts'
import { type ImportSource, SourceError } from '#app/import/kinds.ts'
import { readSource } from '#app/import/read.server.ts'
import { log } from '#app/log.server.ts'
import {
  countRecords,
  createImport,
  findOpenImport,
  setImportState,
} from '#app/models/backoffice/import/staging.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const usage = 'IMPORT_TOKEN=… npm run import -- --from URL|FOLDER [--apply]'

/**
 * Moves a company in: reads its system through the list calls or a folder of files, and says what would come and what
 * cannot. With --apply what can come is written, in portions; ended in the middle, the same command goes on.
 */
try {
  const { values } = parseArgs({ options: { from: { type: 'string' }, apply: { type: 'boolean' } } })
  if (!values.from) throw new SourceError(usage)
  const source = sourceOf(values.from)
  const open = await findOpenImport(source.name)
  const id = open?.id ?? (await createImport(source.name))
  if (!values.apply || open?.state !== 'applying') {
    await readSource(id, source, (kind, count) => console.log(`${kind}: ${count} lidos`))
    await checkRecords(id)
    await setImportState(id, 'checked')
  }
  if (values.apply) {
    await setImportState(id, 'applying')
    await applyRecords(id, (kind, count) => console.log(`${kind}: ${count} gravados`))
    await setImportState(id, 'done')
  }
  for (const { kind, state, count } of await countRecords(id)) console.log(`${kind}: ${count} ${state}`)
} catch (error) {
  if (error instanceof SourceError) console.error(error.message)
  else log.fatal({ err: error }, 'import ended')
  process.exitCode = 1
} finally {
  await db.destroy()
}

function sourceOf(from: string): ImportSource {
  if (!/^https?:\/\//.test(from)) {
    if (!existsSync(from)) throw new SourceError(`no such folder: ${from}`)
    return fileSource(from)
  }
  const token = process.env.IMPORT_TOKEN
  if (!token) throw new SourceError(usage)
  return apiSource({ address: from, token })
}
