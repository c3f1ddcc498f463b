import { z } from 'zod'
import { ruleLimits } from '#app/domain/charges/boleto-terms.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { percent } from '#app/forms/percent.ts'
import { optionalText } from '#app/forms/text-field.ts'

function days({ min, max }: { min: number; max: number }) {
  return optionalText(5)
    .refine(
      (text) => text === '' || (/^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max),
      `Digite um número de ${min} a ${max}, ou deixe vazio`,
    )
    .transform((text) => (text === '' ? null : Number(text)))
}

const amount = optionalText(20).transform((text, context) => {
  if (text === '') return 0
  const centavos = parseReais(text)
  if (centavos === null) context.addIssue('Digite um valor em reais, como 10,00')
  return centavos ?? 0
})

/** What new boletos are registered with (D69). */
export const chargesSchema = z
  .object({
    lock_version: z.coerce.number().int().min(0).default(0),
    fine: percent(ruleLimits.finePercent, ': Código de Defesa do Consumidor, art. 52, § 1º'),
    interest: percent(
      ruleLimits.interestPercent,
      ' ao mês: Código Tributário Nacional, art. 161, § 1º, e Decreto 22.626/1933, art. 5º',
    ),
    discount_percent: percent(ruleLimits.discountPercent, ''),
    discount_value: amount,
    discount_days: days({ min: 0, max: ruleLimits.discountDays }),
    acceptance_days: days(ruleLimits.acceptanceDays),
    protest_days: days(ruleLimits.protestDays),
  })
  .superRefine((form, context) => {
    const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const hasDiscount = form.discount_percent > 0 || form.discount_value > 0
    if (form.discount_percent > 0 && form.discount_value > 0)
      add('discount_value', 'Use a porcentagem ou o valor, não os dois')
    if (!hasDiscount && form.discount_days !== null)
      add('discount_days', 'Diga de quanto é o desconto, ou deixe este campo vazio')
    if (form.acceptance_days !== null && form.protest_days !== null)
      add('protest_days', 'Os bancos aceitam um dos dois: prazo para pagar ou protesto')
  })
