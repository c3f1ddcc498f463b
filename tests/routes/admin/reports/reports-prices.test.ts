import { beforeEach, describe, expect, test } from 'vitest'
import { changePrices, PriceChangeForbidden } from '#app/models/catalogue/price-change.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { getShopRules, saveSetting } from '#app/models/settings/setting.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import { readFormFields } from '#tests/support/pages/form-of.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor

beforeEach(async () => {
  staff = await logInNewStaff()
})

async function logInNewStaff() {
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  return loginAs({ userId })
}

/** Returns the texts of the elements whose contents are the first group of `element`. */
const listInnerTexts = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, inner = '']) => inner.replace(/<[^>]+>/g, '').trim())
const listHeads = (html: string) => listInnerTexts(html, /<th scope="col"[^>]*>(.*?)<\/th>/gs)
/** Returns the target of "Fechar" in the open dialog. */
const findCloseLink = (html: string) => /class="modal-close" href="([^"]*)"/.exec(html)?.[1]
const fetchCsv = async (path: string) =>
  (await fetchPage(staff, path)).html.replace(/^\ufeff/, '').split('\r\n')

describe('orders by registration', () => {
  const reportPath = '/admin/report/order_prefix'

  test.each([`${reportPath}/null`, reportPath, `${reportPath}/`])(
    '%s opens the dialog for the registration',
    async (path) => {
      const page = await fetchPage(staff, path)
      expect(page.status).toBe(200)
      expect(page.html).toContain('<dialog')
      expect(page.text).toContain('Selecione um prefixo')
      expect(page.html).toContain('name="prefix"')
      expect(page.html).not.toContain('value="null"')
    },
  )

  test.each(['PT-AAA', 'ptaaa', 'pt%20aaa'])(
    '%s shows the orders of PT-AAA without the dialog',
    async (registration) => {
      const { orders } = await makeReportData()
      const page = await fetchPage(staff, `${reportPath}/${registration}`)
      expect(page.html).not.toContain('<dialog')
      expect(listHeads(page.html)).toEqual([
        'Pedido',
        'Situação',
        'Data do pedido',
        'Cliente',
        'Publicação',
        'Prefixo / nº de série',
        'NF',
        'Desistência',
      ])
      expect(page.text).toContain('Prefixo PT-AAA, em todas as situações.')
      const lines = orders
        .flatMap(({ lines }) => lines)
        .filter(({ registration }) => registration === 'PT-AAA')
      expect(page.text).toContain(`${lines.length} itens`)
      for (const order of orders.filter((order) =>
        order.lines.some((line) => line.registration === 'PT-AAA'),
      ))
        expect(page.html).toContain(`href="/admin/order/${order.id}"`)
    },
  )

  test('the CSV shows the company name, and the status of a rejected order in the words for staff', async () => {
    await makeReportData()
    const lines = await fetchCsv(`${reportPath}/file/csv?prefix=PT-ABC`)
    expect(lines[0]).toBe(
      'Pedido;Situação;Data do pedido;Cliente;Publicação;Prefixo / nº de série;NF;Desistência',
    )
    expect(lines[1]).toMatch(
      /^\d+;Pedido Cancelado \/ Reprovado;12\/02\/2026;Asa Inventada Aviação Agrícola Ltda\.;Placa de identificação;PT-ABC;;$/,
    )
    expect(lines[2]).toMatch(
      /^\d+;Pagamento confirmado;01\/02\/2026;Asa Inventada Aviação Agrícola Ltda\.;Ação nº 5 – São João;PT-ABC \/ 1002;nº 102;$/,
    )
    expect(lines.slice(3).join('')).toBe('')
  })

  test('shows the searched registration in capitals when nothing matches', async () => {
    const page = await fetchPage(staff, `${reportPath}/pt-zzz`)
    expect(page.text).toContain('Nenhum pedido encontrado para o prefixo PT-ZZZ')
    expect((await fetchPage(staff, `${reportPath}/pt`)).text).toContain(
      'Nenhum pedido encontrado para o prefixo PT',
    )
  })

  test.each([
    ['ptabc', `${reportPath}/PT-ABC`],
    [' pt-a ', `${reportPath}/PT-A`],
    ['', `${reportPath}/null`],
    ['null', `${reportPath}/null`],
  ])('the form with %j redirects to the address of the report', async (registration, location) => {
    const page = await fetchPage(
      staff,
      `${reportPath}/PT-XXX?${new URLSearchParams({ prefix: registration })}`,
    )
    expect([page.status, page.location]).toEqual([302, location])
  })

  test.each([`${reportPath}/p`, `${reportPath}/?prefix=p`, `${reportPath}/null?prefix=p`])(
    'rejects %s at the field and returns the typed value',
    async (path) => {
      const page = await fetchPage(staff, path)
      expect(page.status).toBe(400)
      expect(page.text).toContain('Prefixo incorreto: digite ao menos as duas primeiras letras')
      expect(page.html).toContain('value="p"')
    },
  )

  test.each([`${reportPath}/null`, reportPath, `${reportPath}/p`, `${reportPath}/null?prefix=p`])(
    'closing %s returns to the list of reports',
    async (path) => {
      expect(findCloseLink((await fetchPage(staff, path)).html)).toBe('/admin/reports')
    },
  )

  test('a dialog opened over a report closes to that report', async () => {
    await makeReportData()
    const { html } = await fetchPage(staff, `${reportPath}/PT-AAA?ask=1`)
    expect(findCloseLink(html)).toBe(`${reportPath}/PT-AAA`)
    expect((await fetchPage(staff, `${reportPath}/PT-AAA`)).html).not.toContain('<dialog')
  })

  test('links files for the same registration, and returns 404 for a file without a registration', async () => {
    await makeReportData()
    const { html } = await fetchPage(staff, `${reportPath}/ptab`)
    expect(html).toContain('href="/admin/report/order_prefix/file/csv?prefix=PT-AB"')
    expect(html).toContain('action="/admin/report/order_prefix/file/pdf?prefix=PT-AB"')
    const file = await fetchPage(staff, `${reportPath}/file/csv?prefix=PT-AB`)
    expect(file.headers.get('Content-Disposition')).toContain('pedidos-do-prefixo_pt-ab.csv')
    expect((await fetchPage(staff, `${reportPath}/file/csv`)).status).toBe(404)
  })

  test('the link to the second page preserves the registration', async () => {
    const { orders } = await makeReportData()
    const orderId = orders[0]?.id ?? 0
    const line = await db
      .selectFrom('order_lines')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { id: _, ...lineColumns } = line
    // A page has 100 rows.
    await db
      .insertInto('order_lines')
      .values(Array.from({ length: 101 }, () => lineColumns))
      .execute()
    const { html } = await fetchPage(staff, `${reportPath}/PT-AAA`)
    expect(html).toContain(`href="${reportPath}/PT-AAA?page=2"`)
    expect((await fetchPage(staff, `${reportPath}/PT-AAA?page=2`)).status).toBe(200)
  })
})

describe('prices of the publications', () => {
  const reportPath = '/admin/report/publication_price/'

  test('shows its columns, weights in kilograms, and a dash for a missing weight or renewal price', async () => {
    const manualId = await makePublication({ name: 'Manual', weight: 1250, price: 1_234_56 })
    const bulletinId = await makePublication({
      name: 'Boletim',
      is_download: true,
      is_signature: true,
      version: 'A',
    })
    const page = await fetchPage(staff, reportPath)
    expect(listHeads(page.html)).toEqual([
      'ID',
      'Publicação',
      'Versão',
      'Peso',
      'Atualização',
      'Preço de compra',
      'Preço de renovação',
    ])
    expect(page.text).toContain(`${manualId} Manual Rev. 1 1,25 kg 15/01/2026 R$ 1.234,56 -`)
    expect(page.text).toContain(`${bulletinId} Boletim A - 15/01/2026 R$ 80,00 R$ 60,00`)
    expect(page.html).toContain('href="/admin/report/publication_price/change"')
    expect((await fetchCsv(`${reportPath}file/csv`)).slice(0, 3)).toEqual([
      'ID;Publicação;Versão;Peso (kg);Atualização;Preço de compra;Preço de renovação',
      `${bulletinId};Boletim;A;;15/01/2026;80,00;60,00`,
      `${manualId};Manual;Rev. 1;1,25;15/01/2026;1234,56;`,
    ])
  })

  test('lists only the publications of the selected status, and links a file with the same filter', async () => {
    await makePublication({ name: 'Retirada', active: false })
    const page = await fetchPage(staff, `${reportPath}?status=2`)
    expect(page.text).toContain('Só as inativas, por nome.')
    expect(page.text).toContain('Retirada')
    expect(page.html).toContain(`href="${reportPath}file/csv?status=2"`)
    expect((await fetchPage(staff, `${reportPath}?status=1`)).text).toContain(
      'Nenhuma publicação encontrada!',
    )
  })
})

describe('a change of all prices', () => {
  const changePath = '/admin/report/publication_price/change'
  let id: number

  beforeEach(async () => {
    id = await makePublication({ name: 'Manual', price: 80_05, is_signature: true, price_signature: 60_07 })
    await makePublication({ name: 'Avulsa', price: 10_00, active: false, version: 'B' })
  })

  const readHiddenField = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]

  /** Opens the preview of prices. Returns the form that it would send. */
  async function openPricePreview(visitor: Visitor, percentage = '110') {
    const page = await fetchPage(visitor, `${changePath}/review?percentage=${percentage}`)
    const fields = {
      percentage,
      seen: readHiddenField(page.html, 'seen'),
      token: readHiddenField(page.html, 'token'),
    }
    return { page, fields }
  }

  const confirmPrices = (visitor: Visitor, fields: Record<string, string | undefined>, reason = 'Inflação') =>
    fetchPage(visitor, `${changePath}/review?percentage=${fields.percentage}`, { ...fields, reason })

  const loadPrice = async () => (await findPublicationForStaff(id))?.price

  test('starts at 100 percent, with R$ 80,00 as example', async () => {
    const page = await fetchPage(staff, changePath)
    expect(page.status).toBe(200)
    expect(page.html).toContain('value="100"')
    expect(page.text).toContain('Simulação: R$ 80,00 → R$ 80,00')
    expect(page.text).toContain('Nenhum reajuste foi feito ainda.')
  })

  test.each([
    ['110', 'R$ 80,00 → R$ 88,00'],
    ['112,5', 'R$ 80,00 → R$ 90,00'],
    ['90', 'R$ 80,00 → R$ 72,00'],
  ])('simulates a change to %s percent', async (percentage, expectedText) => {
    const page = await fetchPage(staff, `${changePath}?percentage=${percentage}`)
    expect(page.text).toContain(`Simulação: ${expectedText}`)
    expect(page.html).toContain(`value="${percentage}"`)
  })

  test.each(['', '0', '1001', '112.5', 'dez'])(
    'rejects the percentage %j and shows the typed value',
    async (percentage) => {
      for (const path of [changePath, `${changePath}/review`]) {
        const page = await fetchPage(staff, `${path}?percentage=${percentage}`)
        expect(page.status).toBe(400)
        expect(page.text).toMatch(/Percentual: (Campo obrigatório|Percentual incorreto: use de 1 a 1000)/)
        expect(page.html).toContain(percentage === '' ? 'name="percentage"' : `value="${percentage}"`)
      }
    },
  )

  test('rejects 100 as no change', async () => {
    const { page } = await openPricePreview(staff, '100')
    expect(page.status).toBe(400)
    expect(page.text).toContain('100% não muda nenhum preço: nada a alterar')
    expect(page.text).toContain('Simulação: R$ 80,00 → R$ 80,00')
    expect((await confirmPrices(staff, { percentage: '100', seen: '' })).status).toBe(400)
  })

  test('the review shows old and new prices of every title and the specified question, and changes nothing', async () => {
    const { page } = await openPricePreview(staff)
    expect(page.text).toContain('2 de 2 publicações mudam de preço')
    expect(page.text).toContain('Manual Rev. 1 R$ 80,05 → R$ 88,06 R$ 60,07 → R$ 66,08')
    expect(page.text).toContain('Avulsa B, inativa R$ 10,00 → R$ 11,00 -')
    expect(page.text).toContain('CUIDADO! Tem certeza que deseja reajustar todos os valores?')
    expect(await loadPrice()).toBe(80_05)
  })

  test('changes all prices on confirmation, lists author, time and reason, and reverts with one click', async () => {
    const { fields } = await openPricePreview(staff)
    const { location } = await confirmPrices(staff, fields, 'Inflação de 2026')
    expect(await loadPrice()).toBe(88_06)
    const list = await fetchPage(staff, location ?? '')
    expect(list.text).toContain('Os preços foram reajustados.')
    expect(list.text).toMatch(/\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2} 110% Inflação de 2026 .+ 2 Desfazer/)
    const changeAddress = /action="([^"]*\/change\/\d+)"/.exec(list.html)?.[1] ?? ''
    const changePage = await fetchPage(staff, changeAddress)
    expect(changePage.text).toContain('Manual R$ 80,05 → R$ 88,06 R$ 60,07 → R$ 66,08')
    const { text } = await fetchPage(staff, `/admin/publication/${id}`)
    const changeNumber = /\d+$/.exec(changeAddress)?.[0]
    expect(text).toContain('Preço reajustado com os demais')
    expect(text).toContain(`Reajuste: nº ${changeNumber} Percentual: 110%`)
    expect(changePage.text).toContain(`Reajuste nº ${changeNumber} para 110%`)
    expect((await fetchPage(staff, changeAddress, {})).status).toBe(303)
    expect(await loadPrice()).toBe(80_05)
    expect((await fetchPage(staff, changePath)).text).toMatch(/Desfeito em .+/)
  })

  test('lists all changes, twenty a page, and the review shows the change in force', async () => {
    // Only the first of the 21 changes was not reverted.
    const changes = Array.from({ length: 21 }, (_, index) => ({
      percentage: 110_00,
      reason: `Motivo ${index + 1}.`,
      made_by_user_id: 1,
      form_key: `form ${index + 1}`,
      undone_at: index === 0 ? null : new Date(),
    }))
    await db.insertInto('price_changes').values(changes).execute()
    const firstPage = await fetchPage(staff, changePath)
    expect(firstPage.text).toContain('Motivo 21.')
    expect(firstPage.text).not.toContain('Motivo 1.')
    expect(firstPage.html).toContain(`href="${changePath}?page=2"`)
    const secondPage = await fetchPage(staff, `${changePath}?page=2`)
    expect(secondPage.text).toContain('Motivo 1.')
    expect(secondPage.text).not.toContain('Motivo 2.')
    expect((await fetchPage(staff, `${changePath}?page=3`)).location).toBe(`${changePath}?page=2`)
    expect((await openPricePreview(staff)).page.text).toContain('Último reajuste: para 110%')
  })

  test('is limited to administrators when the setting requires it (D50)', async () => {
    const { fields } = await openPricePreview(staff)
    const rules = { ...(await getShopRules()), onlySuperusersChangePrices: true }
    await saveSetting('shop', rules)
    for (const path of [changePath, `${changePath}/review?percentage=110`])
      expect((await fetchPage(staff, path)).status).toBe(403)
    expect((await confirmPrices(staff, fields)).status).toBe(403)
    const reviewedChange = {
      percentage: 110_00,
      reason: 'x',
      seen: String(fields.seen),
      token: String(fields.token),
    }
    const { user_id: staffUserId } = await db
      .selectFrom('profiles')
      .select('user_id')
      .executeTakeFirstOrThrow()
    await expect(changePrices(reviewedChange, staffUserId)).rejects.toThrow(PriceChangeForbidden)
    expect(await loadPrice()).toBe(80_05)
    await db.updateTable('users').set({ is_superuser: true }).execute()
    expect((await confirmPrices(staff, fields)).status).toBe(303)
    expect(await loadPrice()).toBe(88_06)
  })

  test('requires a reason and preserves the other fields', async () => {
    const { fields } = await openPricePreview(staff)
    const page = await confirmPrices(staff, fields, ' ')
    expect(page.status).toBe(400)
    expect(page.text).toContain('Motivo: Campo obrigatório')
    expect(page.text).toContain('R$ 80,05 → R$ 88,06')
    expect(readHiddenField(page.html, 'seen')).toBe(fields.seen)
    expect(readHiddenField(page.html, 'token')).toBe(fields.token)
    expect(await loadPrice()).toBe(80_05)
  })

  test('rejects the second of two concurrent changes, shows the first and the new prices, and accepts a retry', async () => {
    const otherMember = await logInNewStaff()
    const ownReview = await openPricePreview(staff)
    const otherReview = await openPricePreview(otherMember, '120')
    await confirmPrices(staff, ownReview.fields)
    const conflict = await confirmPrices(otherMember, otherReview.fields, 'Também eu')
    expect(conflict.status).toBe(409)
    expect(conflict.text).toContain('Os preços mudaram depois que esta página foi aberta')
    expect(conflict.text).toMatch(/Último reajuste: para 110%, por .+, em /)
    expect(conflict.text).toContain('R$ 88,06 → R$ 105,67')
    expect(conflict.html).toContain('Também eu')
    expect(await loadPrice()).toBe(88_06)
    const secondForm = {
      percentage: '120',
      seen: readHiddenField(conflict.html, 'seen'),
      token: readHiddenField(conflict.html, 'token'),
    }
    expect((await confirmPrices(otherMember, secondForm)).status).toBe(303)
    expect(await loadPrice()).toBe(105_67)
  })

  test('a form sent twice changes the prices once', async () => {
    const { fields } = await openPricePreview(staff)
    const answers = [await confirmPrices(staff, fields), await confirmPrices(staff, fields)]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await loadPrice()).toBe(88_06)
  })

  test('reports a second revert, and an outdated form changes nothing until confirmed again', async () => {
    const { fields } = await openPricePreview(staff)
    const { location } = await confirmPrices(staff, fields)
    const { html } = await fetchPage(staff, location ?? '')
    const changeAddress = /action="([^"]*\/change\/\d+)"/.exec(html)?.[1] ?? ''
    await fetchPage(staff, changeAddress, {})
    expect((await fetchPage(staff, changePath)).text).toContain('O reajuste foi desfeito: os preços voltaram')
    expect((await fetchPage(staff, changeAddress, {})).status).toBe(303)
    const repeatedPage = await fetchPage(staff, changePath)
    expect(repeatedPage.text).toContain('Este reajuste já estava desfeito.')
    expect(repeatedPage.text).not.toContain('O reajuste foi desfeito')

    const secondPage = await confirmPrices(staff, fields)
    expect(secondPage.status).toBe(409)
    expect(secondPage.text).toContain('Os preços mudaram depois que esta página foi aberta')
    expect(await loadPrice()).toBe(80_05)
    const renewedFields = {
      ...fields,
      seen: readHiddenField(secondPage.html, 'seen'),
      token: readHiddenField(secondPage.html, 'token'),
    }
    expect(renewedFields.token).not.toBe(fields.token)
    expect((await confirmPrices(staff, renewedFields)).status).toBe(303)
    expect(await loadPrice()).toBe(88_06)
  })

  test('reverts nothing when a price was edited later, and lists that price', async () => {
    const { fields } = await openPricePreview(staff)
    const { location } = await confirmPrices(staff, fields)
    await db.updateTable('publications').set({ price: 90_00 }).where('id', '=', id).execute()
    const { html } = await fetchPage(staff, location ?? '')
    const changeAddress = /action="([^"]*\/change\/\d+)"/.exec(html)?.[1] ?? ''
    const page = await fetchPage(staff, changeAddress, {})
    expect(page.status).toBe(409)
    expect(page.text).toContain('O reajuste não foi desfeito, e nenhum preço mudou agora.')
    expect(page.text).toMatch(
      /Manual : com o reajuste R\$ 88,06 \(renovação R\$ 66,08\), hoje R\$ 90,00 \(renovação R\$ 66,08\)/,
    )
    expect(await loadPrice()).toBe(90_00)
  })

  test('rejects a change that would round a price to zero, and offers no confirmation', async () => {
    await db.updateTable('publications').set({ price: 1 }).where('id', '=', id).execute()
    const { page } = await openPricePreview(staff, '10')
    expect(page.text).toContain('ficaria de graça')
    expect(page.text).not.toContain('CUIDADO!')
    // The digest of the present prices is the same in the preview of another percentage.
    const rejectedPage = await confirmPrices(staff, {
      percentage: '10',
      seen: readHiddenField((await openPricePreview(staff)).page.html, 'seen'),
    })
    expect(rejectedPage.status).toBe(409)
    expect(await loadPrice()).toBe(1)
  })

  test('causes a conflict in a publication’s form that was opened before it', async () => {
    const openedVersion = (await findPublicationForStaff(id))?.lock_version ?? 0
    const { fields } = await openPricePreview(staff)
    await confirmPrices(staff, fields)
    const savedPage = await fetchPage(staff, `/admin/publication/${id}`, {
      name: 'Manual',
      applicability: 'Todas',
      version: 'Rev. 1',
      date: '2026-01-15',
      weight: '0,7',
      price: '80,05',
      price_signature: '60,07',
      is_signature: 'on',
      active: 'on',
      lock_version: openedVersion,
    })
    expect(savedPage.status).toBe(409)
    expect(savedPage.text).toContain('Preço de compra: gravado “88,06”, digitado “80,05”')
  })

  test('stays in effect when a publication’s form opened before it edits another field', async () => {
    const path = `/admin/publication/${id}`
    const openedFields = readFormFields((await fetchPage(staff, path)).html)
    const { fields } = await openPricePreview(staff)
    await confirmPrices(staff, fields)
    const rejectedPage = await fetchPage(staff, path, { ...openedFields, applicability: 'Só o Ipanema' })
    expect(rejectedPage.status).toBe(409)
    expect(rejectedPage.text).toContain('digitado “Só o Ipanema”')
    expect(rejectedPage.text).toContain('Preço de compra: gravado “88,06”, e você não tinha mexido')
    expect((await fetchPage(staff, path, readFormFields(rejectedPage.html))).status).toBe(303)
    expect(await findPublicationForStaff(id)).toMatchObject({ applicability: 'Só o Ipanema', price: 88_06 })
  })

  test.each(['0', '999', 'x'])('returns 404 for change %s', async (changeId) => {
    expect((await fetchPage(staff, `${changePath}/${changeId}`)).status).toBe(404)
    expect((await fetchFollowing(staff, `${changePath}/${changeId}`)).status).toBe(404)
  })
})
