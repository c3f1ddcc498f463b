import { runWithNamedLock } from '#tests/e2e/support/named-lock.ts'
import { changeRows, copyCustomer } from '#tests/e2e/support/people.ts'
import type { Login } from '#tests/e2e/support/shop.ts'

/** Works as a temporary administrator, one at a time: a second one would complete the first steps of the shop. */
export async function runAsAdministrator(work: (login: Login) => Promise<void>): Promise<void> {
  const login = await copyCustomer('cliente', 'Clara Inventada')
  await runWithNamedLock('administrator', async () => {
    await changeRows('update users set is_staff = 1, is_superuser = 1 where email = ?', [login.email])
    try {
      await work(login)
    } finally {
      await changeRows('update users set is_superuser = 0 where email = ?', [login.email])
    }
  })
}
