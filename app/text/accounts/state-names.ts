import { isState, STATES, type State } from '#app/domain/accounts/states.ts'
import { foldText } from '#app/domain/platform/folded-text.ts'

export const stateNames: Record<State, string> = {
  AC: 'Acre',
  AL: 'Alagoas',
  AM: 'Amazonas',
  AP: 'Amapá',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MG: 'Minas Gerais',
  MS: 'Mato Grosso do Sul',
  MT: 'Mato Grosso',
  PA: 'Pará',
  PB: 'Paraíba',
  PE: 'Pernambuco',
  PI: 'Piauí',
  PR: 'Paraná',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RO: 'Rondônia',
  RR: 'Roraima',
  RS: 'Rio Grande do Sul',
  SC: 'Santa Catarina',
  SE: 'Sergipe',
  SP: 'São Paulo',
  TO: 'Tocantins',
}

/** Parses an abbreviation or a name, ignoring case and accents. Returns null for other text. */
export function readState(text: string): State | null {
  const upper = text.trim().toUpperCase()
  if (isState(upper)) return upper
  const foldedText = foldText(text.trim())
  return STATES.find((state) => foldText(stateNames[state]) === foldedText) ?? null
}
