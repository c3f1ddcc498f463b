import { chromium } from '@playwright/test'
import { paths } from '#app/paths.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { printLine } from '../../dev-services/log.mjs'
import { writeSection } from '../../test/marked-section.ts'
import { startShopProcess } from '../shop-process.ts'
import { startBlankPage } from './blank-page.ts'
import { type FormFigures, measureForm, type PhoneForm } from './forms.ts'
import { measurePage, type PageFigures, type PhonePage } from './pages.ts'
import { formatPhoneReport } from './report.ts'
import { makePhotoFile, type Visit, visitShop } from './shop-visit.ts'

const isShort = process.argv.includes('--short')
const rounds = isShort ? 1 : 5
const { manual } = publications

const web = await startShopProcess('web', { VIACEP_URL: '', BRASILAPI_URL: '' })
const blank = await startBlankPage()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const visit = await visitWithWorker()
  const photo = await makePhotoFile()
  const pages: PageFigures[] = []
  for (const page of listPages(visit)) pages.push(logFigures(await measurePage(browser, page, rounds)))
  const forms: FormFigures[] = []
  for (const form of listForms(visit, photo)) forms.push(logFigures(await measureForm(browser, form, rounds)))
  const text = formatPhoneReport({ pages, forms, rounds, photoBytes: photo.buffer.length })
  printLine(`\n${text}`)
  if (!isShort) writeSection('docs/bench.md', 'phone', text)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await browser.close()
  blank.stop()
  await web.stop()
}
process.exit()

/** Runs a worker only until the boleto is printed, so that it uses no processor during the measurement. */
async function visitWithWorker(): Promise<Visit> {
  const worker = await startShopProcess('worker', { PUBLIC_URL: web.url })
  try {
    return await visitShop(browser, web.url)
  } finally {
    await worker.stop()
  }
}

function listPages({ orderId, buyer, visitor }: Visit): PhonePage[] {
  const open = (path: string) => `${web.url}${path}`
  return [
    { name: 'an empty page', url: blank.url, button: 'button' },
    { name: 'home', url: open(paths.home()), button: 'main button.button-main' },
    { name: 'first list page', url: open(paths.publications()), button: 'main button[name=add]' },
    { name: 'a product', url: open(paths.publication(manual.id)), button: 'main button[name=add]' },
    {
      name: 'checkout, three units with photos',
      url: open(paths.checkout()),
      button: 'button[value=confirm]',
      state: visitor,
    },
    { name: 'payment', url: open(paths.payment(orderId)), button: '[data-copy]', state: buyer },
  ]
}

function listForms(
  { orderId, buyer, visitor }: Visit,
  photo: Awaited<ReturnType<typeof makePhotoFile>>,
): PhoneForm[] {
  const open = (path: string) => `${web.url}${path}`
  return [
    { name: 'an empty form', url: blank.url, send: 'button' },
    {
      name: 'search',
      url: open(paths.publications()),
      fill: (page) => page.getByRole('searchbox').fill('manual'),
      send: 'main form.search button:not([name])',
    },
    { name: 'add to cart, from the list', url: open(paths.publications()), send: 'main button[name=add]' },
    { name: 'add to cart', url: open(paths.publication(manual.id)), send: 'main button[name=add]' },
    { name: 'checkout', url: open(paths.checkout()), state: visitor, send: 'button[value=confirm]' },
    {
      name: 'photo',
      url: open(paths.checkout()),
      state: visitor,
      send: (page) => page.locator('[data-upload]').first().setInputFiles(photo),
    },
    {
      name: 'login',
      url: open(paths.login()),
      async fill(page) {
        await page.getByLabel('E-mail', { exact: true }).fill('cliente@aeropub.test')
        await page.getByLabel('Senha', { exact: true }).fill('demonstracao-2026')
      },
      send: 'main button.button-main',
    },
    {
      name: 'contact',
      url: open(paths.contact()),
      async fill(page) {
        await page.getByLabel('Nome').fill('Ana Inventada')
        await page.getByLabel('E-mail', { exact: true }).fill('ana@exemplo.test')
        await page.getByLabel('Mensagem').fill('Qual é a revisão em vigor?')
      },
      send: 'main button.button-main',
    },
    {
      name: 'address correction',
      url: open(paths.orderDelivery(orderId)),
      state: buyer,
      send: 'main button.button-main',
    },
  ]
}

function logFigures<Figures extends { name: string }>(figures: Figures): Figures {
  printLine(JSON.stringify(figures))
  return figures
}
