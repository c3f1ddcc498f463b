import { z } from 'zod'
import { readAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import { invoiceModels } from '#app/domain/orders/invoices/invoice.ts'
import { parseCivilDate, toCivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { normalisedText, optionalText, requiredText } from '#app/forms/text-field.ts'
import { keyMessages } from '#app/text/orders/invoice-labels.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

const protocolPattern = /^[\w./-]*$/
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

const timeText = normalisedText(
  (text) => (timePattern.test(text) ? text : null),
  'Hora incorreta: use horas e minutos, como 14:30',
)

/** Date and time in Brasília. */
const dateAndTime = {
  on: normalisedText(parseCivilDate, messages.dateWrong),
  at: timeText,
}

const lock_version = z.coerce.number().int().min(0).default(0)

/**
 * Returns the schema of the form that records an invoice issued elsewhere. An NF-e's key may be left empty if
 * the XML contains the key (`keyInXml`); number and series are read from the key.
 */
export function makeInvoiceSchema(now: Date, keyInXml: string | null) {
  return z
    .object({
      lock_version,
      model: z.enum(invoiceModels),
      access_key: optionalText(100),
      series: optionalText(5),
      number: optionalText(20),
      protocol: optionalText(30).refine((text) => protocolPattern.test(text), 'Use só letras e números'),
      ...dateAndTime,
    })
    .transform((form, context) => {
      const reportFault = (path: string, message: string) => {
        context.addIssue({ code: 'custom', path: [path], message })
        return z.NEVER
      }
      const authorisedAt = toInstant(form.on, form.at)
      if (authorisedAt > now) return reportFault('on', formatFutureFault(now))
      const invoiceData = { ...form, authorisedAt }
      if (form.model === 'nfse') {
        if (form.number === '') return reportFault('number', specTexts.fieldRequired)
        if (form.access_key.length > 50) return reportFault('access_key', 'Use no máximo 50 caracteres')
        return { ...invoiceData, key: form.access_key.replace(/\s/g, '') || null, accessKey: null }
      }
      const typedKey = form.access_key || (keyInXml ?? '')
      if (typedKey === '') return reportFault('access_key', 'Digite a chave, ou envie o XML, que a traz')
      const parsedKey = readAccessKey(typedKey)
      if (!parsedKey.ok) return reportFault('access_key', keyMessages[parsedKey.fault])
      if (keyInXml !== null && parsedKey.value.key !== keyInXml)
        return reportFault('access_key', 'A chave digitada não é a do XML')
      const { key, series, number } = parsedKey.value
      return {
        ...invoiceData,
        key,
        series: String(series),
        number: String(number),
        accessKey: parsedKey.value,
      }
    })
}

export function makeCancellationSchema(now: Date) {
  return z
    .object({ lock_version, reason: requiredText(255), ...dateAndTime })
    .transform(({ on, at, ...form }, context) => {
      const cancelledAt = toInstant(on, at)
      if (cancelledAt <= now) return { ...form, cancelledAt }
      context.addIssue({ code: 'custom', path: ['on'], message: formatFutureFault(now) })
      return z.NEVER
    })
}

function formatFutureFault(now: Date): string {
  return `Esse momento ainda não chegou; hoje é ${toCivilDate(now).split('-').reverse().join('/')}`
}
