import { db } from '#app/models/platform/db.server.ts'
import { writeSection } from '../../test/marked-section.ts'
import { measureDocuments } from './documents.ts'
import { formatSection } from './report.ts'
import { measureWeb } from './web-processes.ts'

const page = 'docs/grown-shops.md'

try {
  const documents = await measureDocuments()
  const web = await measureWeb()
  const text = formatSection({ documents, web })
  writeSection(page, 'documents', text)
  console.log(text)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await db.destroy()
}
process.exit()
