import type { Centavos } from '#app/domain/platform/money.ts'

const namesBelowTwenty =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  )
const namesOfTens = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const namesOfHundreds =
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ')

/** Returns 'mil duzentos e trinta e quatro reais e cinquenta e seis centavos' for 123456. */
export function spellAmount(centavos: Centavos): string {
  if (!Number.isSafeInteger(centavos) || centavos < 0 || centavos >= 100_000_000_000)
    throw new RangeError(`not an amount below a thousand million reais: ${centavos}`)
  const [reais, cents] = [Math.floor(centavos / 100), centavos % 100]
  const parts = [
    ...(reais > 0 || cents === 0 ? [`${spellWholeNumber(reais)}${formatCurrencyName(reais)}`] : []),
    ...(cents > 0 ? [`${spellWholeNumber(cents)} ${cents === 1 ? 'centavo' : 'centavos'}`] : []),
  ]
  return parts.join(' e ')
}

/** Returns the unit of an amount. Round millions need 'de': 'um milhão de reais'. */
function formatCurrencyName(reais: number): string {
  const connector = reais >= 1_000_000 && reais % 1_000_000 === 0 ? ' de' : ''
  return `${connector} ${reais === 1 ? 'real' : 'reais'}`
}

function spellWholeNumber(number: number): string {
  const [millions, thousands, belowThousand] = [
    Math.floor(number / 1_000_000),
    Math.floor(number / 1_000) % 1_000,
    number % 1_000,
  ]
  const groups = [
    ...(millions > 0 ? [`${spellBelowThousand(millions)} ${millions === 1 ? 'milhão' : 'milhões'}`] : []),
    ...(thousands > 0 ? [thousands === 1 ? 'mil' : `${spellBelowThousand(thousands)} mil`] : []),
    ...(belowThousand > 0 ? [spellBelowThousand(belowThousand)] : []),
  ]
  if (groups.length === 0) return 'zero'
  // 'mil e dez' and 'mil e cem', but 'mil duzentos e dez'.
  const lastGroup = belowThousand > 0 ? belowThousand : thousands
  const connector = groups.length > 1 && (lastGroup < 100 || lastGroup % 100 === 0) ? ' e ' : ' '
  return groups.length > 1 ? `${groups.slice(0, -1).join(' ')}${connector}${groups.at(-1)}` : groups.join('')
}

function spellBelowThousand(number: number): string {
  if (number === 100) return 'cem'
  const belowHundred = number % 100
  return [
    ...(number > 100 ? [namesOfHundreds[Math.floor(number / 100)]] : []),
    ...(belowHundred > 0 || number === 0 ? [spellBelowHundred(belowHundred)] : []),
  ].join(' e ')
}

function spellBelowHundred(number: number): string {
  if (number < 20) return namesBelowTwenty[number] ?? ''
  const nameOfTens = namesOfTens[Math.floor(number / 10)]
  return number % 10 === 0 ? `${nameOfTens}` : `${nameOfTens} e ${namesBelowTwenty[number % 10]}`
}
