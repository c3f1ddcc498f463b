import { randomBytes, randomInt } from 'node:crypto'
import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { runWithNamedLock } from '#tests/e2e/support/named-lock.ts'
import { changeRows } from '#tests/e2e/support/people.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const job = 'mail-order-unpaid'

/** Inserts a restore with uncertain mails; its first_event is too high to change the Message-IDs of other tests. */
async function insertRestoreWithUncertainMails(archive: string, orders: readonly number[]) {
  await changeRows(
    `insert into restores (archive, epoch, snapshot_at, restored_at, first_event, first_order)
     values (?, 'teste', '2026-11-20 06:00:00', '2026-11-20 13:30:00', 4000000000, 21000)`,
    [archive],
  )
  for (const order of orders)
    await changeRows(
      'insert into outbox (job, subject, uncertain_at, refused_at) values (?, ?, now(3), now(3))',
      [job, String(order)],
    )
}

test('after a restore, staff resolve uncertain tasks one by one or all of a kind', async ({
  page,
  checkPage,
}) => {
  const archive = randomBytes(16).toString('hex')
  const firstOrder = randomInt(100_000_000, 900_000_000)
  await runWithNamedLock('restore', async () => {
    await insertRestoreWithUncertainMails(archive, [firstOrder, firstOrder + 1, firstOrder + 2])
    try {
      await logIn(page, seeded.staff)
      await page.goto('/admin/today')
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Depois da recuperação: 3 tarefas talvez já feitas' })
        .getByRole('link', { name: 'Decidir' })
        .click()
      await expect(page.getByText('A loja foi recuperada em 20/11/2026 às 10:30.')).toBeVisible()
      await checkPage('uncertain-tasks')
      await page.getByRole('button', { name: new RegExp(`^Já foi feito.*${firstOrder}\\)$`) }).click()
      await expect(page.getByText('A tarefa foi dada por feita.')).toBeVisible()
      await page.getByRole('button', { name: /^Todas já feitas/ }).click()
      await expect(page.getByText('2 tarefas foram dadas por feitas.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Talvez já feitas' })).toHaveCount(0)
    } finally {
      await changeRows('delete from restores where archive = ?', [archive])
    }
  })
})
