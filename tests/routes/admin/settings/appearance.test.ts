import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderStatusList } from '#app/documents/status-list.tsx'
import { settingIds } from '#app/domain/settings/setting.ts'
import { readStored } from '#app/gateways/storage.server.ts'
import { button, link } from '#app/mails/platform/blocks.ts'
import { renderMail } from '#app/mails/platform/render-mail.tsx'
import { findCompanyLook, loadMailSender } from '#app/mails/platform/sender.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { findAppearance } from '#app/models/settings/setting.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const appearancePath = '/admin/settings/appearance'
let admin: Visitor

beforeEach(async () => {
  await openShop()
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  admin = await loginAs({ userId })
})

async function loadLockVersion(): Promise<string> {
  const { html } = await fetchPage(admin, appearancePath)
  return /name="lock_version" value="(\d+)"/.exec(html)?.[1] ?? ''
}

async function saveAppearance(fields: Record<string, string>) {
  return fetchPage(admin, appearancePath, { lock_version: await loadLockVersion(), ...fields })
}

function makePicture(format: 'png' | 'jpeg' | 'gif', width = 1200, height = 300): Promise<Buffer> {
  const background = { r: 10, g: 60, b: 90, alpha: format === 'png' ? 0.5 : 1 }
  return sharp({ create: { width, height, channels: 4, background } })
    [format]()
    .toBuffer()
}

async function sendLogo(bytes: Buffer | string, name = 'logo.png') {
  const form = new FormData()
  form.set('lock_version', await loadLockVersion())
  form.set('logo', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  return fetchPage(admin, appearancePath, form)
}

describe('the colours of the shop', () => {
  test('are in a separate style sheet for both colour schemes, with history', async () => {
    expect((await saveAppearance({ ink: '#4B2E83', act: '7a0019' })).location).toBe(appearancePath)
    const appearance = await findAppearance()
    expect(appearance).toMatchObject({ ink: '#4b2e83', act: '#7a0019' })
    const { html } = await fetchPage(new Visitor(), '/publications')
    const stylesAddress = `/marca/${appearance?.stamp}.css`
    expect(html).toContain(`<link rel="stylesheet" href="${stylesAddress}"/>`)
    expect(html).not.toContain('style=')
    const { text, headers } = await fetchPage(new Visitor(), stylesAddress)
    expect(text).toContain('--petrol:#4b2e83')
    expect(text).toContain('--signal:#7a0019')
    expect(text).toContain('prefers-color-scheme:dark')
    expect(headers.get('Content-Type')).toContain('text/css')
    expect(headers.get('Cache-Control')).toContain('immutable')
    const [entry] = await listHistoryForStaff('setting', settingIds.appearance)
    expect(entry?.changes).toContainEqual({ field: 'ink', from: null, to: '#4b2e83' })
  })

  test.each([
    [{ ink: '#9fc4cd', act: '' }, 'Cor da marca', 'O contraste com o fundo da página é de 1,6:1'],
    [
      { ink: '', act: '#f39a59' },
      'Cor da ação principal',
      'O contraste com o fundo da página é de 2,09:1; o mínimo é 4,5:1',
    ],
    [{ ink: 'azul', act: '' }, 'Cor da marca', 'Digite a cor como #0a4d5f'],
    [{ ink: '#123;}body{', act: '' }, 'Cor da marca', 'Digite a cor como #0a4d5f'],
  ])('rejects %j: %s', async (fields, label, message) => {
    const { status, text, html } = await saveAppearance(fields)
    expect(status).toBe(400)
    expect(text).toContain(label)
    expect(text).toContain(message)
    expect(html).toContain(`value="${fields.ink || fields.act}"`)
    expect(await findAppearance()).toBeUndefined()
  })

  test('show both versions after a conflicting save', async () => {
    const lock_version = await loadLockVersion()
    await fetchPage(admin, appearancePath, { lock_version, ink: '#4b2e83', act: '' })
    const conflictPage = await fetchPage(admin, appearancePath, { lock_version, ink: '#7a0019', act: '' })
    expect(conflictPage.status).toBe(409)
    expect(conflictPage.text).toContain('gravado “#4b2e83”, digitado “#7a0019”')
  })

  test('are linked by no page when unset', async () => {
    expect((await fetchPage(new Visitor(), '/publications')).html).not.toContain('/marca/')
    expect((await fetchPage(new Visitor(), '/marca/0123456789abcdef.css')).status).toBe(404)
  })
})

describe('the logo of the shop', () => {
  test('is scaled down to 480 pixels and shown in the header of shop and back-office', async () => {
    expect((await sendLogo(await makePicture('png'))).location).toBe(appearancePath)
    const appearance = await findAppearance()
    expect(appearance).toMatchObject({ logoWidth: 480, logoHeight: 120 })
    const logoAddress = `/marca/${appearance?.stamp}.png`
    for (const [visitor, path] of [
      [new Visitor(), '/publications'],
      [admin, '/admin/today'],
    ] as const)
      expect((await fetchPage(visitor, path)).html).toContain(
        `<img class="logo-picture" src="${logoAddress}" width="480" height="120" alt="Aeropub"/>`,
      )
    const logoAnswer = await fetchPage(new Visitor(), logoAddress)
    expect(logoAnswer.headers.get('Content-Type')).toBe('image/png')
    const storedLogo = await readStored(appearance?.logoFile ?? '')
    const { format, width, hasAlpha } = await sharp(Buffer.from(storedLogo ?? [])).metadata()
    expect({ format, width, hasAlpha }).toEqual({ format: 'png', width: 480, hasAlpha: true })
  })

  test.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'Envie um PNG ou JPEG',
    ],
    ['a text', 'logo', 'Envie um PNG ou JPEG'],
    ['an empty file', '', 'vazio'],
  ])('rejects %s', async (_name, bytes, message) => {
    const { status, text } = await sendLogo(bytes, 'logo.svg')
    expect(status).toBe(400)
    expect(text.toLowerCase()).toContain(message.toLowerCase())
    expect(await findAppearance()).toBeUndefined()
  })

  test('cannot be a GIF or a truncated picture', async () => {
    expect((await sendLogo(await makePicture('gif', 40, 40))).text).toContain('Envie um PNG ou JPEG')
    const truncatedPicture = (await makePicture('jpeg')).subarray(0, 900)
    expect((await sendLogo(truncatedPicture)).text).toContain('A imagem está danificada')
  })

  test('is replaced by a new one, which deletes the old file and preserves the colours', async () => {
    await saveAppearance({ ink: '#4b2e83', act: '' })
    await sendLogo(await makePicture('png'))
    const oldAppearance = await findAppearance()
    await sendLogo(await makePicture('jpeg', 300, 300))
    const newAppearance = await findAppearance()
    expect(newAppearance).toMatchObject({ ink: '#4b2e83', logoWidth: 120, logoHeight: 120 })
    expect(newAppearance?.stamp).not.toBe(oldAppearance?.stamp)
    expect(await readStored(oldAppearance?.logoFile ?? '')).toBeUndefined()
  })

  test('can be removed alone or with the colours', async () => {
    await saveAppearance({ ink: '#4b2e83', act: '' })
    await sendLogo(await makePicture('png'))
    const file = (await findAppearance())?.logoFile ?? ''
    await saveAppearance({ intent: 'no-logo' })
    expect(await findAppearance()).toMatchObject({ ink: '#4b2e83', logoFile: null })
    expect(await readStored(file)).toBeUndefined()
    await saveAppearance({ intent: 'reset' })
    expect(await findAppearance()).toMatchObject({ ink: null, act: null, logoFile: null })
    expect((await fetchPage(new Visitor(), '/publications')).html).not.toContain('/marca/')
  })

  test('cannot be changed by a form opened before another save', async () => {
    const lock_version = await loadLockVersion()
    await saveAppearance({ ink: '#4b2e83', act: '' })
    const latePage = await fetchPage(admin, appearancePath, { lock_version, intent: 'reset' })
    expect(latePage.status).toBe(409)
    expect(await findAppearance()).toMatchObject({ ink: '#4b2e83' })
  })
})

describe('mails and documents', () => {
  test('show logo and colours when set, and the default before', async () => {
    const renderSample = async () => {
      const sender = await loadMailSender()
      const blocks = [link('Ver', 'https://loja.test/'), button('Pagar', 'https://loja.test/pagar')]
      return { sender, mail: renderMail({ subject: 'Teste', blocks }, sender) }
    }
    const defaultSample = await renderSample()
    expect(defaultSample.sender.companyLook).toBeUndefined()
    expect(defaultSample.mail.inline.map(({ name }) => name)).toEqual(['mark.png'])
    await saveAppearance({ ink: '#4b2e83', act: '#7a0019' })
    await sendLogo(await makePicture('png'))
    const { sender, mail } = await renderSample()
    expect(mail.inline.map(({ name }) => name)).toEqual(['logo.png'])
    expect(mail.html).toContain('background:#4b2e83')
    expect(mail.html).toContain('style="color:#4b2e83"')
    expect(mail.html).toContain('background:#7a0019')
    expect(mail.html).toContain('width="240" height="60"')
    const html = renderStatusList({ seller: sender, asOf: '2026-11-21', rows: [] })
    expect(html).toContain('data:image/png;base64,')
    expect(html).toContain('color: #4b2e83')
    expect(html).not.toContain('#0a4d5f')
    expect(await findCompanyLook()).toMatchObject({ ink: '#4b2e83', logo: { width: 480, height: 120 } })
  })

  test('have the default look when the logo is missing from the storage', async () => {
    await sendLogo(await makePicture('png'))
    await db
      .updateTable('settings')
      .set({ value: JSON.stringify({ ...(await findAppearance()), logoFile: 'look/gone.png' }) })
      .where('name', '=', 'appearance')
      .execute()
    expect((await loadMailSender()).companyLook).toBeUndefined()
  })
})
