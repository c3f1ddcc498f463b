import { existsSync } from 'node:fs'
import { findExecutable } from '../dev-services/command.mjs'

const galeraLibraries = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
]
const programs = ['mariadbd', 'mariadb-install-db', 'wsrep_sst_rsync', 'rsync', 'lsof']

export function listMissingForGalera() {
  const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
  const missingPrograms = programs.filter((name) => !findExecutable([name], folders))
  return galeraLibraries.some(existsSync) ? missingPrograms : [...missingPrograms, 'libgalera_smm.so']
}
