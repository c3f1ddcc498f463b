import { log } from '#app/log.server.ts'
import type { Granted } from '#db/rights/users.ts'

export function logGranted({ statements, elsewhere }: Granted): void {
  log.info({ statements }, 'database users have their rights')
  if (elsewhere.length > 0)
    log.warn(
      { databases: elsewhere },
      'users of web and worker have rights in other databases too, which are left',
    )
}
