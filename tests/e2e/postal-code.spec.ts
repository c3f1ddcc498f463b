import { publications } from './support/shop.ts'
import { expect, test } from './support/test.ts'
import { startCheckout } from './support/walk.ts'

const { manual } = publications

test('a postal code fills the address, never what was typed, and an unknown one says so', async ({
  page,
  scripts,
  checkPage,
}) => {
  await startCheckout(page, [manual])
  const billing = page.getByRole('group', { name: 'Endereço de cobrança' })
  const lookUp = async (cep: string) => {
    await billing.getByLabel('CEP', { exact: true }).fill(cep)
    if (!scripts) await billing.getByRole('button', { name: 'Buscar CEP' }).click()
  }
  await billing.getByLabel('Bairro').fill('Meu bairro')
  await lookUp('01001-000')
  await expect(billing.getByLabel('Rua')).toHaveValue('Praça da Sé')
  await expect(billing.getByLabel('Bairro')).toHaveValue('Meu bairro')
  await expect(billing.getByLabel('Cidade')).toHaveValue('São Paulo')
  await expect(billing.getByLabel('UF')).toHaveValue('SP')
  await expect(page.getByRole('radio', { name: /SEDEX/ })).toBeVisible()

  await lookUp('18690-000')
  await expect(billing.getByLabel('Cidade')).toHaveValue('Itatinga')
  await expect(billing.getByLabel('Rua')).toHaveValue('')
  await expect(billing.getByLabel('Bairro')).toHaveValue('Meu bairro')

  await lookUp('99999-999')
  await expect(billing.getByText('CEP não encontrado.')).toBeVisible()
  await expect(billing.getByLabel('Cidade')).toHaveValue('Itatinga')
  await checkPage('checkout-cep-unknown')
})

test('what was typed survives a reload and another tab', async ({ page, context }) => {
  await startCheckout(page, [manual])
  await page.getByLabel('Nome completo').fill('Ana Inventada da Silva')
  await page.getByRole('button', { name: 'Calcular frete' }).click()
  await page.waitForLoadState()
  await expect
    .poll(async () => {
      const other = await context.newPage()
      await other.goto('/checkout')
      const name = await other.getByLabel('Nome completo').inputValue()
      await other.close()
      return name
    })
    .toBe('Ana Inventada da Silva')
  await page.reload()
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Inventada da Silva')
})
