import { optionalText } from '#app/forms/text-field.ts'
import { formatPercent } from '#app/text/platform/format.ts'

/** Hundredths of a percent; left out: 0. */
export function percent(max: number, reason: string) {
  return optionalText(10).transform((text, context) => {
    if (text === '') return 0
    const [, whole = '', decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text) ?? []
    if (whole === '') context.addIssue('Digite uma porcentagem com até duas casas, como 2,00')
    const hundredths = Number(whole + decimals.padEnd(2, '0'))
    if (hundredths > max) context.addIssue(`O máximo é ${formatPercent(max)}${reason}`)
    return hundredths
  })
}
