import type { Centavos } from '#app/domain/platform/money.ts'

const small =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  )
const tens = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')
const hundreds =
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ')

/** Returns 'mil duzentos e trinta e quatro reais e cinquenta e seis centavos' for 123456. */
export function spellAmount(centavos: Centavos): string {
  if (!Number.isSafeInteger(centavos) || centavos < 0 || centavos >= 100_000_000_000)
    throw new RangeError(`not an amount below a thousand million reais: ${centavos}`)
  const [reais, cents] = [Math.floor(centavos / 100), centavos % 100]
  const parts = [
    ...(reais > 0 || cents === 0 ? [`${spellNumber(reais)}${formatUnit(reais)}`] : []),
    ...(cents > 0 ? [`${spellNumber(cents)} ${cents === 1 ? 'centavo' : 'centavos'}`] : []),
  ]
  return parts.join(' e ')
}

/** Returns the unit of an amount. Round millions need 'de': 'um milhão de reais'. */
function formatUnit(reais: number): string {
  const joint = reais >= 1_000_000 && reais % 1_000_000 === 0 ? ' de' : ''
  return `${joint} ${reais === 1 ? 'real' : 'reais'}`
}

function spellNumber(whole: number): string {
  const [millions, thousands, rest] = [
    Math.floor(whole / 1_000_000),
    Math.floor(whole / 1_000) % 1_000,
    whole % 1_000,
  ]
  const groups = [
    ...(millions > 0 ? [`${spellBelowThousand(millions)} ${millions === 1 ? 'milhão' : 'milhões'}`] : []),
    ...(thousands > 0 ? [thousands === 1 ? 'mil' : `${spellBelowThousand(thousands)} mil`] : []),
    ...(rest > 0 ? [spellBelowThousand(rest)] : []),
  ]
  if (groups.length === 0) return 'zero'
  const last = rest > 0 ? rest : thousands
  const joint = groups.length > 1 && (last < 100 || last % 100 === 0) ? ' e ' : ' '
  return groups.length > 1 ? `${groups.slice(0, -1).join(' ')}${joint}${groups.at(-1)}` : groups.join('')
}

function spellBelowThousand(whole: number): string {
  if (whole === 100) return 'cem'
  const rest = whole % 100
  return [
    ...(whole > 100 ? [hundreds[Math.floor(whole / 100)]] : []),
    ...(rest > 0 || whole === 0 ? [spellBelowHundred(rest)] : []),
  ].join(' e ')
}

function spellBelowHundred(whole: number): string {
  if (whole < 20) return small[whole] ?? ''
  const ten = tens[Math.floor(whole / 10)]
  return whole % 10 === 0 ? `${ten}` : `${ten} e ${small[whole % 10]}`
}
