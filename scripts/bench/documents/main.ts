/** Started by scripts/bench-documents.mjs on a database of its own with the demonstration; writes docs/bench.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { db } from '#app/models/platform/db.server.ts'
import { measureDocuments } from './documents.ts'
import { insertSection, section } from './report.ts'
import { measureWeb } from './web-processes.ts'

const page = 'docs/bench.md'

try {
  const documents = await measureDocuments()
  const web = await measureWeb()
  const text = section({ documents, web })
  writeFileSync(page, insertSection(readFileSync(page, 'utf8'), text))
  console.log(text)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await db.destroy()
}
process.exit()
