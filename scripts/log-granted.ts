import { log } from '#app/log.server.ts'
import type { GrantResult } from '#db/rights/users.ts'

export function logGrantedRights({ statements, elsewhere }: GrantResult): void {
  log.info({ statements }, 'database users have their rights')
  if (elsewhere.length > 0)
    log.warn(
      { databases: elsewhere },
      'users of web and worker have rights in other databases too, which are left',
    )
}
