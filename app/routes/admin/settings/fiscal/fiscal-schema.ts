import { z } from 'zod'
import { normaliseIe } from '#app/domain/accounts/state-registration.ts'
import { taxRegimes } from '#app/domain/catalogue/taxes.ts'
import { layoutChoices } from '#app/domain/orders/invoices/service-layout.ts'
import { percent } from '#app/forms/percent.ts'
import { normalisedText, optionalText } from '#app/forms/text-field.ts'

function numberBetween(min: number, max: number) {
  return normalisedText((text) => {
    const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : null
  }, `Digite um número de ${min} a ${max}`)
}

/** What invoices say of the company (D139). */
export const fiscalSchema = z.object({
  lock_version: z.coerce.number().int().min(0).default(0),
  regime: z.enum(taxRegimes, { error: 'Escolha o regime tributário' }),
  ie: optionalText(20).transform((text, context) => {
    const ie = text === '' ? null : normaliseIe(text, 14)
    if (ie === null) return ''
    if (ie.ok && ie.value !== 'ISENTO') return ie.value
    context.addIssue('Inscrição estadual incorreta: digite só os números')
    return z.NEVER
  }),
  im: optionalText(15).refine(
    (text) => /^[\d./-]*$/.test(text),
    'Inscrição municipal incorreta: digite os números',
  ),
  series: numberBetween(0, 999),
  service_series: optionalText(5).refine((text) => /^[0-9A-Za-z]*$/.test(text), 'Use só letras e números'),
  service_layout: z.enum(layoutChoices, { error: 'Escolha quem emite a NFS-e' }).default('law'),
  service_tax: percent(9999, ''),
  city_tax: percent(9999, ''),
  environment: z.enum(['test', 'production'], { error: 'Escolha o ambiente' }),
  cancellation_hours: numberBetween(1, 720),
  refuses_dispatch: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
})
