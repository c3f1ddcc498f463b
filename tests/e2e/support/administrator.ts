import { withNamedLock } from '#tests/e2e/support/named-lock.ts'
import { change, copyOfCustomer } from '#tests/e2e/support/people.ts'
import type { Login } from '#tests/e2e/support/shop.ts'

/** Works as a temporary administrator, one at a time: a second one would complete the first steps of the shop. */
export async function asAdministrator(work: (login: Login) => Promise<void>): Promise<void> {
  const login = await copyOfCustomer('cliente', 'Clara Inventada')
  await withNamedLock('administrator', async () => {
    await change('update users set is_staff = 1, is_superuser = 1 where email = ?', [login.email])
    try {
      await work(login)
    } finally {
      await change('update users set is_superuser = 0 where email = ?', [login.email])
    }
  })
}
