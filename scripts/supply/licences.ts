import { findLicence, isLicenceAllowed } from './licence-rules.ts'
import { readLock } from './lock.ts'

/** Prints all packages with their licences. Exits with 1 if one is not allowed. */
const packages = readLock().toSorted((first, second) => first.path.localeCompare(second.path, 'en'))
for (const licensedPackage of packages)
  console.log(
    [
      licensedPackage.name,
      licensedPackage.version,
      findLicence(licensedPackage),
      licensedPackage.dev ? 'tools' : 'shop',
    ].join('\t'),
  )
const refusedPackages = packages.filter((licensedPackage) => !isLicenceAllowed(licensedPackage))
for (const licensedPackage of refusedPackages)
  console.error(`not allowed: ${licensedPackage.path} ${findLicence(licensedPackage)}`)
if (refusedPackages.length > 0) process.exitCode = 1
