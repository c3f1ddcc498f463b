import { fillAircraft, startCheckout, submitLogin } from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual, perAircraft } = publications

test('a postal code fills empty address fields, never typed ones, and an unknown code shows a message', {
  tag: '@enhanced',
}, async ({ page, scripts, checkPage }) => {
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

test('the draft survives a reload, another tab and the login', { tag: '@enhanced' }, async ({
  page,
  context,
  scripts,
}) => {
  const login = await copyCustomer('cliente')
  await startCheckout(page, [perAircraft])
  await fillAircraft(page, 'Dados da aeronave', { registration: 'ptabc', serial: '200512', fuel: 'Etanol' })
  await page.getByLabel('Nome completo').fill('Ana Inventada da Silva')
  if (scripts) {
    // Typing is enough: the draft is saved shortly after a field loses focus.
    const draftSaved = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('intent=save') ?? false,
    )
    await page.getByLabel('CPF').focus()
    await draftSaved
    const otherTab = await context.newPage()
    await otherTab.goto('/checkout')
    await expect(otherTab.getByLabel('Nome completo')).toHaveValue('Ana Inventada da Silva')
    await otherTab.close()
    await page.reload()
    await expect(page.getByLabel('Número de série')).toHaveValue('200512')
    // A page that is left sends its draft as a ping.
    const pingSent = page.waitForRequest((request) => request.resourceType() === 'ping')
    await page.getByLabel('Nome completo').fill('Ana Inventada de Souza')
    await page.goto('/cart')
    await pingSent
    await page.goto('/checkout')
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Inventada de Souza')
  }
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await submitLogin(page, login)
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByLabel('Número de série')).toHaveValue('200512')
  await expect(page.getByLabel('Combustível')).toHaveValue('2')
})
