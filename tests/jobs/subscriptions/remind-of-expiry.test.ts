import { describe, expect, test } from 'vitest'
import { addDays, addYears, toCivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { remindOfExpiry } from '#app/jobs/subscriptions/remind-of-expiry.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { placeRenewals } from '#app/models/orders/order-placement.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { remindCustomer } from '#app/models/subscriptions/expiry-reminder.server.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailExpiry = requireMailJob('mail-expiry')

const today = toCivilDate(new Date())
const getDayIn = (days: number) => addDays(today, days)
const getMorning = (day: string) => toInstant(day, '08:00')

const listExpiryMails = () =>
  db.selectFrom('outbox').select('subject').where('job', '=', 'mail-expiry').execute()
const listReminders = () =>
  db.selectFrom('expiry_reminders').select(['subscription_id', 'due', 'step']).orderBy('step').execute()

/** Runs the mail job of a day. Returns the parts of its mail. */
async function sendMail(profileId: number, id: number, day = today) {
  await openShop()
  await mailExpiry.run(`${profileId}/${day}`, { id })
  const { headers, body } = await readMail(id)
  const [text = '', html = ''] = body.split(/Content-Type: text\/html/i)
  return { headers, text, html: html.replaceAll('&amp;', '&') }
}

describe('expiry reminders', () => {
  test('are queued once 30, 15, 7 and 1 days before and the day after', async () => {
    const due = '2027-01-31'
    const { profileId } = await makeSubscriptions([{ due }])
    for (let day = '2026-12-20'; day < '2027-02-20'; day = addDays(day, 1))
      await remindOfExpiry.run(getMorning(day))
    expect((await listExpiryMails()).map(({ subject }) => subject)).toEqual(
      ['2027-01-01', '2027-01-16', '2027-01-24', '2027-01-30', '2027-02-01'].map(
        (day) => `${profileId}/${day}`,
      ),
    )
  })

  test('are queued once by concurrent workers', async () => {
    await makeSubscriptions([{ due: getDayIn(7) }, { due: getDayIn(7) }])
    await makeSubscriptions([{ due: getDayIn(30) }])
    const runs = await Promise.all(Array.from({ length: 10 }, () => remindOfExpiry.run(getMorning(today))))
    const total = { mails: 0, units: 0 }
    for (const { mails = 0, units = 0 } of runs) {
      total.mails += mails
      total.units += units
    }
    expect(total).toEqual({ mails: 2, units: 3 })
    expect(await listExpiryMails()).toHaveLength(2)
    expect(await listReminders()).toHaveLength(3)
  })

  test('are sent late with the actual number of days, one mail for two missed reminders', async () => {
    const { profileId, ids } = await makeSubscriptions([{ due: getDayIn(12) }])
    expect(await remindOfExpiry.run(getMorning(today))).toEqual({ mails: 1, units: 1 })
    expect(await listReminders()).toEqual([{ subscription_id: ids[0], due: getDayIn(12), step: 15 }])
    const { headers, text } = await sendMail(profileId, 101)
    expect(headers).toContain('Subject: Sua assinatura vence em 12 dias')
    expect(text).toContain('Vence em 12 dias: vale até 23:59 de')
  })

  test('are not sent more than a week after the due date or more than thirty days before', async () => {
    await makeSubscriptions([{ due: getDayIn(-8) }, { due: getDayIn(-300) }, { due: getDayIn(31) }])
    expect(await remindOfExpiry.run(getMorning(today))).toEqual({ mails: 0, units: 0 })
  })

  test('are not sent for one-off purchases, suspended units and closed accounts', async () => {
    await makeSubscriptions([{ due: null }, { due: getDayIn(7), suspended_at: new Date() }])
    const { userId } = await makeSubscriptions([{ due: getDayIn(7) }])
    await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
    expect(await remindOfExpiry.run(getMorning(today))).toEqual({ mails: 0, units: 0 })
  })

  test('start again after a change of the due date', async () => {
    const { ids } = await makeSubscriptions([{ due: getDayIn(7) }])
    await remindOfExpiry.run(getMorning(today))
    const laterDue = addYears(getDayIn(7), 1)
    await db.updateTable('subscriptions').set({ due: laterDue }).execute()
    await remindOfExpiry.run(getMorning(addDays(laterDue, -7)))
    expect(await listReminders()).toEqual([
      { subscription_id: ids[0], due: getDayIn(7), step: 7 },
      { subscription_id: ids[0], due: laterDue, step: 7 },
    ])
  })

  test('wait for the next day if staff move a due date after the day’s mail', async () => {
    const { profileId, ids } = await makeSubscriptions([{ due: getDayIn(7) }, { due: getDayIn(40) }])
    expect(await remindCustomer(profileId, today)).toBe(1)
    await db
      .updateTable('subscriptions')
      .set({ due: getDayIn(20) })
      .where('id', '=', ids[1] ?? 0)
      .execute()
    expect(await remindOfExpiry.run(getMorning(today))).toEqual({ mails: 0, units: 0 })
    expect(await remindOfExpiry.run(getMorning(getDayIn(1)))).toEqual({ mails: 1, units: 1 })
  })
})

describe('a reminder mail', () => {
  test('is one mail for a fleet of forty, with aircraft, due dates, prices and one link', async () => {
    const fleet = Array.from({ length: 40 }, (_, index) => ({
      due: getDayIn(30),
      registration: `PT-${String(index).padStart(3, '0')}`,
    }))
    const { profileId, ids } = await makeSubscriptions(fleet, { price_signature: 61_50 })
    expect(await remindOfExpiry.run(getMorning(today))).toEqual({ mails: 1, units: 40 })
    const { headers, text, html } = await sendMail(profileId, 102)
    expect(headers).toContain('Subject: 40 assinaturas vencem em 30 dias')
    for (const version of [text, html]) {
      expect(version).toContain('40 × Manual da Hélice')
      for (const { registration } of fleet) expect(version).toContain(registration)
      expect(version).toContain('Renovação por mais um ano (cada): ')
      expect(version).toContain('R$ 61,50')
      expect(version).toContain(`valem até 23:59 de ${formatDate(getDayIn(30))} (horário de Brasília)`)
      expect(version).toContain(`/renew?${ids.map((id) => `s=${id}`).join('&')}`)
    }
  })

  test('lists upcoming and expired renewals, each with its own price', async () => {
    const { profileId, ids, email } = await makeSubscriptions([{ due: getDayIn(-1) }, { due: getDayIn(1) }], {
      price: 90_00,
      price_signature: 61_50,
    })
    await remindOfExpiry.run(getMorning(today))
    const { headers, text, html } = await sendMail(profileId, 103)
    expect(headers).toContain(`To: ${email}`)
    expect(headers).toContain('Subject: 2 assinaturas vencidas ou a vencer')
    for (const version of [text, html]) {
      expect(version).toContain(`Venceu ontem, em ${formatDate(getDayIn(-1))}`)
      expect(version).toMatch(/Comprar novamente, com um ano incluído: (<.*?>)?R\$ 90,00/)
      expect(version).toContain('Vence amanhã')
      expect(version).toMatch(/Renovação por mais um ano: (<.*?>)?R\$ 61,50/)
      expect(version).toContain(`/manage/${ids[1]}/renew`)
      expect(version).toContain('/manage')
    }
  })

  test('marks a discontinued publication as not renewable, without a link', async () => {
    const { profileId, publicationId } = await makeSubscriptions([{ due: getDayIn(7) }])
    await db.updateTable('publications').set({ active: false }).where('id', '=', publicationId).execute()
    await remindOfExpiry.run(getMorning(today))
    const { text, html } = await sendMail(profileId, 104)
    for (const version of [text, html]) {
      expect(version).toContain('saiu do catálogo')
      expect(version).not.toContain('/renew')
      expect(version).not.toContain('R$')
    }
  })

  test('shows the order number of a renewal awaiting payment, without a price', async () => {
    const customer = await makeSubscriptions([{ due: getDayIn(7) }], {
      is_download: true,
      price_signature: 61_50,
    })
    const { orderId } = await placeRenewals({
      ...customer,
      subscriptionIds: customer.ids,
      checkoutToken: makeCheckoutToken(),
      termsVersion: '2026-11-21',
      seenPrices: new Map(customer.ids.map((id) => [id, 61_50])),
      today,
    })
    await remindOfExpiry.run(getMorning(today))
    const { text, html } = await sendMail(customer.profileId, 109)
    for (const version of [text, html]) {
      expect(version).toContain(`Renovação no pedido nº ${orderId}, aguardando pagamento`)
      expect(version).toContain(`/payment/${orderId}`)
      expect(version).not.toContain('/renew')
      expect(version).not.toContain('R$')
    }
  })

  test('omits renewed or suspended units and is not sent without units', async () => {
    const { profileId, ids } = await makeSubscriptions([{ due: getDayIn(7) }, { due: getDayIn(7) }])
    await remindOfExpiry.run(getMorning(today))
    const [renewedId = 0, unrenewedId = 0] = ids
    const dueOfRenewed = getDayIn(372)
    await db.updateTable('subscriptions').set({ due: dueOfRenewed }).where('id', '=', renewedId).execute()
    const { headers, text } = await sendMail(profileId, 105)
    expect(headers).toContain('Subject: Sua assinatura vence em 7 dias')
    expect(text).toContain(`/manage/${unrenewedId}/renew`)
    await db.updateTable('subscriptions').set({ suspended_at: new Date() }).execute()
    await mailExpiry.run(`${profileId}/${today}`, { id: 106 })
    expect(await listMailFiles()).not.toContain('evt-106.eml')
  })

  test('is not sent to a deactivated account, and a job without a customer fails', async () => {
    const { profileId } = await makeSubscriptions([{ due: getDayIn(7) }])
    await remindOfExpiry.run(getMorning(today))
    await db.updateTable('users').set({ is_active: false }).execute()
    await openShop()
    await mailExpiry.run(`${profileId}/${today}`, { id: 107 })
    expect(await listMailFiles()).not.toContain('evt-107.eml')
    await expect(mailExpiry.run('seven', { id: 108 })).rejects.toThrow('no customer and day')
  })
})
