import { addToCart, findCartLink, logIn, logOut } from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual, index, checklist } = publications

test('a cart survives reload, browser restart, login and logout', async ({ page, browser, context }) => {
  const login = await copyCustomer('cliente')

  await test.step('reload and a second visit', async () => {
    await addToCart(page, manual)
    await addToCart(page, index)
    await page.reload()
    await expect(findCartLink(page, 2)).toBeVisible()
    // Retains only cookies that survive a browser restart, those with a date.
    const lastingCookies = (await context.cookies()).filter((cookie) => cookie.expires > 0)
    await context.clearCookies()
    await context.addCookies(lastingCookies)
    await page.goto('/cart')
    await expect(page.getByRole('row', { name: new RegExp(manual.name) })).toBeVisible()
    await expect(findCartLink(page, 2)).toBeVisible()
  })

  await test.step('login merges the cart with the account’s cart', async () => {
    const elsewhere = await browser.newContext(test.info().project.use)
    const otherPage = await elsewhere.newPage()
    await logIn(otherPage, login)
    await addToCart(otherPage, checklist)
    await addToCart(otherPage, manual)
    await elsewhere.close()

    await logIn(page, login)
    await expect(findCartLink(page, 4)).toBeVisible()
    await findCartLink(page).click()
    const getRow = (name: string) => page.getByRole('row', { name: new RegExp(escapeParentheses(name)) })
    await expect(getRow(manual.name)).toContainText('2')
    await expect(getRow(checklist.name)).toBeVisible()
    await expect(getRow(index.name)).toBeVisible()
  })

  await test.step('logout empties the cart in this browser, and login restores it', async () => {
    await logOut(page)
    await expect(findCartLink(page)).toHaveText('Carrinho')
    await page.goto('/cart')
    await expect(page.getByText('Seu carrinho está vazio')).toBeVisible()
    await logIn(page, login)
    await expect(findCartLink(page, 4)).toBeVisible()
  })
})

function escapeParentheses(text: string) {
  return text.replace(/[()]/g, '\\$&')
}
