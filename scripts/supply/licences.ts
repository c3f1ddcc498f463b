import { findLicence, isAllowed } from './licence-rules.ts'
import { readLock } from './lock.ts'

/** Prints all packages with their licences. Exits with 1 if one is not allowed. */
const rows = readLock().toSorted((one, other) => one.path.localeCompare(other.path, 'en'))
for (const each of rows)
  console.log([each.name, each.version, findLicence(each), each.dev ? 'tools' : 'shop'].join('\t'))
const refused = rows.filter((each) => !isAllowed(each))
for (const each of refused) console.error(`not allowed: ${each.path} ${findLicence(each)}`)
if (refused.length > 0) process.exitCode = 1
