import { randomBytes } from 'node:crypto'
import { createConnection } from 'mysql2/promise'
import { grantRights } from '#db/rights/users.ts'

/** Creates users of web and worker with the rights that the shop grants. */
export async function makeUsers(ownerUrl: string) {
  const suffix = randomBytes(4).toString('hex')
  const users = {
    web: makeAddress(ownerUrl, `web_${suffix}`),
    worker: makeAddress(ownerUrl, `worker_${suffix}`),
  }
  await grantRights(ownerUrl, users)
  return {
    ...users,
    async drop() {
      const owner = await createConnection(ownerUrl)
      for (const role of ['web', 'worker'])
        for (const host of ['%', 'localhost', '127.0.0.1'])
          await owner.query('drop user if exists ?@?', [`${role}_${suffix}`, host])
      await owner.end()
    },
  }
}

function makeAddress(ownerUrl: string, name: string): string {
  const url = new URL(ownerUrl)
  url.username = name
  url.password = randomBytes(16).toString('hex')
  return url.href
}
